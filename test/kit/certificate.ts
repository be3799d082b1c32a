/** A self-signed certificate for servers and clients on this machine (RFC 5280), encoded in DER here. */
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";

export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

const ECDSA_WITH_SHA256 = der(0x30, Buffer.from("06082a8648ce3d040302", "hex"));
const COMMON_NAME = Buffer.from("0603550403", "hex");
const SUBJECT_ALT_NAME = Buffer.from("0603551d11", "hex");
const BASIC_CONSTRAINTS = Buffer.from("0603551d13", "hex");
const VERSION_3 = Buffer.from("a003020102", "hex");
const DAY_MS = 86_400_000;

/** Writes the files that a server reads. `write` replaces them by another certificate. */
export async function writeCertificate(folder: string, first: TestCertificate) {
  const files = { cert: path.join(folder, "cert.pem"), key: path.join(folder, "key.pem") };
  const write = async ({ cert, key }: TestCertificate) => {
    await writeFile(files.cert, cert);
    await writeFile(files.key, key);
  };
  await write(first);
  return { files, write };
}

/**
 * Valid for nine days already and for this many more, for 127.0.0.1. It is its own authority, so a
 * client can trust it.
 */
export function makeCertificate(name: string, untilDays = 1): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const party = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from(name)))));
  const toBeSigned = der(
    0x30,
    VERSION_3,
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    party,
    der(0x30, utcTime(Date.now() - 9 * DAY_MS), utcTime(Date.now() + untilDays * DAY_MS)),
    party,
    publicKey.export({ type: "spki", format: "der" }),
    extensions(),
  );
  const signature = sign("sha256", toBeSigned, privateKey);
  const whole = der(0x30, toBeSigned, ECDSA_WITH_SHA256, der(0x03, Buffer.of(0), signature));
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { cert: pem(whole), key };
}

function extensions(): Buffer {
  const address = der(0x87, Buffer.of(127, 0, 0, 1));
  const names = der(0x30, SUBJECT_ALT_NAME, der(0x04, der(0x30, address)));
  const authority = der(0x30, BASIC_CONSTRAINTS, der(0x04, der(0x30, der(0x01, Buffer.of(255)))));
  return der(0xa3, der(0x30, names, authority));
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.of(tag, length), content]);
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 255), content]);
}

function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/\D/g, "");
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`));
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
