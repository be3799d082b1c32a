/**
 * Debian's SoftHSM as the HSM of tests. global-setup.ts writes its settings and makes one token for the
 * suite; tests keep their keys apart by labels.
 */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { type Hsm, type HsmSettings, openHsm } from "../../src/adapters/key-custody/hsm/hsm.ts";
import { hsmRoot } from "../../src/adapters/key-custody/hsm/hsm-root.ts";
import { HSM_MODULE, HSM_PIN_FILE_NAME, HSM_TOKEN, NO_HSM } from "./soft-hsm.ts";

export function pinFile(): string {
  return path.join(process.env["TEST_FOLDER"] ?? "", HSM_PIN_FILE_NAME);
}

export function hsmSettings(changed: Partial<HsmSettings> = {}): HsmSettings {
  if (NO_HSM !== false || !existsSync(pinFile())) throw new Error(NO_HSM || "There is no token.");
  return {
    module: HSM_MODULE ?? "",
    tokenLabel: HSM_TOKEN,
    slot: undefined,
    pinFile: pinFile(),
    environment: "certification",
    sessions: 2,
    timeoutMs: 20_000,
    ...changed,
  };
}

/** The settings of a process that uses the same token. */
export function hsmEnvironment(label: string): Readonly<Record<string, string>> {
  const { module, pinFile: file } = hsmSettings();
  return {
    HSM_MODULE: module,
    HSM_TOKEN,
    HSM_PIN_FILE: file,
    HSM_MASTER_KEY_LABEL: label,
    HSM_BASE_KEY_LABEL: baseLabel(label),
    SOFTHSM2_CONF: process.env["SOFTHSM2_CONF"] ?? "",
  };
}

function baseLabel(label: string): string {
  return `${label} base`;
}

let shared: Promise<Hsm> | undefined;

/** One HSM with its threads for all tests of the process. They do not keep the process running. */
export function sharedHsm(): Promise<Hsm> {
  shared ??= openHsm(hsmSettings());
  return shared;
}

/** A root of trust with its own labels, so that it finds no keys of other tests. */
export async function openHsmTestRoot(label: string = randomUUID().slice(0, 13)) {
  const root = hsmRoot(await sharedHsm(), { masterKey: label, baseKey: baseLabel(label) });
  await root.keys.ensureKey();
  return { ...root, label };
}
