/** Finds SoftHSM, and makes a folder of tokens with one token for a run of tests. */
import { execFile } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";

const MODULES = [
  "/usr/lib/softhsm/libsofthsm2.so",
  "/usr/lib64/softhsm/libsofthsm2.so",
  "/usr/lib64/pkcs11/libsofthsm2.so",
  "/opt/homebrew/lib/softhsm/libsofthsm2.so",
];
const TOOLS = ["/usr/bin/softhsm2-util", "/opt/homebrew/bin/softhsm2-util"];
const TOOL = TOOLS.find(existsSync);

/** Undefined if SoftHSM is not installed. */
export const HSM_MODULE =
  TOOL === undefined ? undefined : MODULES.find((module) => existsSync(module));
export const HSM_TOKEN = "sixdoors-test";
export const HSM_PIN_FILE_NAME = "hsm-pin";

/** Why the tests of the HSM cannot run here, or false: the `skip` of a test. */
export const NO_HSM: string | false = findReason();

function findReason(): string | false {
  if (HSM_MODULE === undefined) return "SoftHSM is not installed (Debian: apt install softhsm2).";
  try {
    createRequire(import.meta.url)("pkcs11js");
    return false;
  } catch {
    return "The package pkcs11js is not installed or was not built (npm rebuild pkcs11js).";
  }
}

export interface SoftHsm {
  /** The value of SOFTHSM2_CONF. */
  readonly conf: string;
  readonly pinFile: string;
}

/** Returns undefined if SoftHSM is not installed. The PIN is new for every folder. */
export async function makeSoftHsm(folder: string): Promise<SoftHsm | undefined> {
  if (HSM_MODULE === undefined || TOOL === undefined) return undefined;
  const tokens = path.join(folder, "hsm-tokens");
  const [conf, pinFile] = [
    path.join(folder, "softhsm2.conf"),
    path.join(folder, HSM_PIN_FILE_NAME),
  ];
  await mkdir(tokens);
  await writeFile(conf, `directories.tokendir = ${tokens}\nlog.level = ERROR\n`);
  const pin = String(randomInt(10 ** 11, 10 ** 12));
  await writeFile(pinFile, `${pin}\n`, { mode: 0o600 });
  await addToken(conf, { label: HSM_TOKEN, pin });
  return { conf, pinFile };
}

async function addToken(conf: string, { label, pin }: { label: string; pin: string }) {
  const args = ["--init-token", "--free", "--label", label, "--so-pin", pin, "--pin", pin];
  await promisify(execFile)(TOOL ?? "", args, { env: { SOFTHSM2_CONF: conf } });
}
