/** Connects the provider that a mapping file describes, or says all that keeps it from working. */
import { readFileSync, statSync } from "node:fs";
import { StartFault } from "../../ports/start-fault.ts";
import { Secret } from "../../values/secret.ts";
import { HttpVerifier } from "./http-verifier.ts";
import { readMapping } from "./read-mapping.ts";

export interface ProviderSettings {
  readonly environment: "certification" | "production";
  readonly file: string;
  readonly key: Secret | undefined;
  readonly keyFile: string | undefined;
}

const MAPPING_BYTES_MAX = 1024 * 1024;
const KEY_BYTES_MAX = 8 * 1024;
const KEY = /^[\x21-\x7e]{1,4096}$/;
const OTHERS = 0o077;

export function openHttpVerifier(settings: ProviderSettings): HttpVerifier {
  const { environment, file } = settings;
  const text = readSmall("VERIFIER_FILE", file, MAPPING_BYTES_MAX);
  const reading = readMapping(text, { allowsHttp: environment === "certification" });
  if (reading.kind === "bad") throw faultsOf(file, reading.faults);
  const { mapping } = reading;
  const key = settings.key ?? readKey(settings);
  if (mapping.keyHeader !== undefined && key === undefined) {
    throw faultsOf(file, ["keyHeader is there, but neither VERIFIER_KEY nor VERIFIER_KEY_FILE."]);
  }
  if (mapping.keyHeader === undefined && key !== undefined) {
    throw faultsOf(file, ["keyHeader is missing: nothing says where the key goes."]);
  }
  return new HttpVerifier({ mapping, key });
}

function readKey({ environment, keyFile }: ProviderSettings): Secret | undefined {
  if (keyFile === undefined) return undefined;
  const key = readSmall("VERIFIER_KEY_FILE", keyFile, KEY_BYTES_MAX).trim();
  if (!KEY.test(key)) {
    throw new StartFault(`VERIFIER_KEY_FILE ${keyFile} must hold one line of plain ASCII text.`);
  }
  // Windows keeps access rights elsewhere and shows every file as open to all.
  const isOpen = process.platform !== "win32" && (statSync(keyFile).mode & OTHERS) !== 0;
  if (environment === "production" && isOpen) {
    throw new StartFault(`Others may read VERIFIER_KEY_FILE ${keyFile}: give it mode 0600.`);
  }
  return new Secret(key);
}

function readSmall(setting: string, file: string, bytesMax: number): string {
  try {
    if (statSync(file).size > bytesMax) throw new StartFault(`${setting} ${file} is too long.`);
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof StartFault) throw error;
    const { code = "no reason given" } = error as { readonly code?: string };
    throw new StartFault(`${setting} ${file} cannot be read (${code}).`);
  }
}

function faultsOf(file: string, faults: readonly string[]): StartFault {
  return new StartFault(faults.map((fault) => `VERIFIER_FILE ${file}: ${fault}`).join("\n"));
}
