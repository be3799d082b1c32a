/**
 * Payloads decrypted over HTTP with keys in an HSM (SoftHSM), against the same program with keys in
 * software: of one device, and of more devices than a process remembers keys of.
 */
import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { HSM_MODULE, HSM_TOKEN, makeSoftHsm, NO_HSM } from "../../test/kit/soft-hsm.ts";
import type { BenchInstallation } from "../bench-installation.ts";
import type { Cleaning } from "../cleaning.ts";
import { makeDataDir } from "../data-folder.ts";
import { startProduct } from "../http-process.ts";
import type { BenchRow } from "../row.ts";
import { parserTarget } from "./parser-http.ts";

const SHARED = { unit: "a second", better: "higher", target: 0.3 } as const;

export const parserHsm: BenchRow = {
  ...SHARED,
  name: "parser-hsm",
  about: "payloads of one device decrypted with keys in SoftHSM against keys in software",
  prepare: (installation, cleaning) => prepareContest(installation, cleaning),
};

export const parserHsmDevices: BenchRow = {
  ...SHARED,
  name: "parser-hsm-devices",
  about:
    "payloads of 2,048 devices, so that SoftHSM derives a key for each of them, against software",
  prepare: (installation, cleaning) => prepareContest(installation, cleaning, randomDevice),
};

async function prepareContest(
  installation: BenchInstallation,
  cleaning: Cleaning,
  device?: () => string,
) {
  const hsm = await startInstallation(installation, cleaning, await hsmSettings(cleaning));
  const software = await startInstallation(installation, cleaning, {});
  const load = installation.load();
  return {
    product: load.on(parserTarget(hsm.url, device)),
    peer: load.on(parserTarget(software.url, device)),
  };
}

async function startInstallation(
  installation: BenchInstallation,
  cleaning: Cleaning,
  settings: Readonly<Record<string, string>>,
) {
  const DATABASE_URL = await (await installation.databaseServer()).createDatabase(cleaning);
  const DATA_DIR = await makeDataDir(cleaning);
  return startProduct(cleaning, { DATABASE_URL, DATA_DIR, ...settings });
}

async function hsmSettings(cleaning: Cleaning): Promise<Readonly<Record<string, string>>> {
  const folder = path.join(await makeDataDir(cleaning), "hsm");
  await mkdir(folder, { recursive: true });
  const made = await makeSoftHsm(folder);
  if (NO_HSM !== false || made === undefined) throw new Error(NO_HSM || "There is no token.");
  return {
    HSM_MODULE: HSM_MODULE ?? "",
    HSM_TOKEN,
    HSM_PIN_FILE: made.pinFile,
    SOFTHSM2_CONF: made.conf,
  };
}

/** The published base key of certification is used for every KSN that starts like this. */
function randomDevice(): string {
  return `FFFF98${randomBytes(4).toString("hex").toUpperCase()}`;
}
