/** `devices import`: imports a CSV file of devices for a partner, all of them or none. */
import { readFile } from "node:fs/promises";
import { openPageLinks } from "../../app/page-links.ts";
import type { Config } from "../../config.ts";
import {
  type DeviceLine,
  importDevices,
  type LineError,
} from "../../core/management/devices/import-devices.ts";
import { findPartnerByReference } from "../../core/management/partners/partner-row-store.ts";
import { EVERY_MANAGEMENT_PERMISSION } from "../../core/management/users/user-roles.ts";
import { commandProcess } from "../../ports/command-process.ts";
import { StartError } from "../../ports/start-error.ts";
import { CsvError } from "../../values/csv.ts";
import { fieldErrorSentence } from "../../wire/management/problem-texts.ts";
import { readDeviceFile } from "../../wire/management/read-device-file.ts";
import { type OutputOptions, print } from "../output.ts";
import { Progress } from "../progress.ts";
import {
  commandLineActor,
  type OpenInstallation,
  withAuditedInstallation,
} from "../with-installation.ts";

interface ImportOptions extends OutputOptions {
  /** The reference of the partner that gets the devices. */
  readonly partner: string;
}

const ERRORS_SHOWN = 50;
export async function importDevicesCommand(
  config: Config,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const lines = readLines(await readText(file));
  await withAuditedInstallation(config, (installed) => importLines(installed, lines, options));
}

async function importLines(
  installed: OpenInstallation,
  lines: readonly DeviceLine[],
  options: ImportOptions,
): Promise<void> {
  const { owner: db, custody, clock, config } = installed;
  const partner = await findPartnerByReference(db, options.partner);
  if (partner === undefined) throw new StartError(`Partner ${options.partner} not found.`);
  const needs = { db, custody, clock, links: openPageLinks(config) };
  const caller = {
    actor: commandLineActor(),
    partnerId: partner.id,
    may: EVERY_MANAGEMENT_PERMISSION,
  };
  const nowMs = () => performance.now();
  const progress = new Progress({ screen: commandProcess().stderr, nowMs }, lines.length);
  const onProgress = (done: number) => progress.show(done);
  const outcome = await importDevices(needs, caller, { lines, onProgress });
  progress.end();
  if (outcome.kind === "invalid") throw lineErrors(outcome.errors);
  const { count, unchanged } = outcome;
  const known = unchanged === 0 ? "" : ` ${unchanged} were registered already and did not change.`;
  const line = `${count} devices were added to ${partner.name}.${known}`;
  const result = { imported: count, ...(unchanged > 0 && { unchanged }), partner: partner.id };
  print(options, result, [line]);
}

/** Lists the errors by line, at most the first ERRORS_SHOWN. */
function lineErrors(errors: readonly LineError[]): StartError {
  const shown = errors
    .slice(0, ERRORS_SHOWN)
    .map((error) => `Line ${error.line ?? "?"}: ${fieldErrorSentence(error)}`);
  const left = errors.length - shown.length;
  const more = left > 0 ? [`… and ${left} more errors.`] : [];
  const next = "No device was added. Correct the file and import it again.";
  return new StartError([...shown, ...more, next].join("\n"));
}

async function readText(file: string): Promise<string> {
  try {
    const bytes = file === "-" ? await readInput() : await readFile(file);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    const isText = error instanceof TypeError;
    throw new StartError(
      isText
        ? `The file ${file} is not UTF-8. Save it as UTF-8 and import it again.`
        : `The file ${file} cannot be read. Check its name and permissions.`,
    );
  }
}

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of commandProcess().stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function readLines(text: string): readonly DeviceLine[] {
  try {
    return readDeviceFile(text);
  } catch (error) {
    throw error instanceof CsvError ? new StartError(error.message) : error;
  }
}
