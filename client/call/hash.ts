/** Hashes and signatures by WebCrypto, which browsers and Node have. Results are lowercase hex. */
import { readBase64, writeHex } from "./bytes.ts";

const encoder = new TextEncoder();

export async function hashSha256(text: string): Promise<string> {
  return writeHex(new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text))));
}

export async function signHmac(key: string, text: string): Promise<string> {
  const hmac = await importHmac(encoder.encode(key), "sign");
  return writeHex(new Uint8Array(await crypto.subtle.sign("HMAC", hmac, encoder.encode(text))));
}

/** Compares in constant time. */
export async function isHmac(
  key: Uint8Array<ArrayBuffer>,
  text: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  return crypto.subtle.verify("HMAC", await importHmac(key, "verify"), signature, text);
}

function importHmac(key: Uint8Array<ArrayBuffer>, use: "sign" | "verify") {
  return crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, [use]);
}

/** PKCS #1 v1.5 with SHA-256, with a private key in PEM (PKCS #8). */
export async function signRsa(privateKey: string, text: string): Promise<string> {
  const der = readBase64(privateKey.replace(/-----[A-Z ]+-----|\s/g, "")) ?? new Uint8Array();
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"]);
  const signature = await crypto.subtle.sign(algorithm.name, key, encoder.encode(text));
  return writeHex(new Uint8Array(signature));
}
