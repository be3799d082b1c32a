/** `keys rotate`: replaces encryption keys, and says which backups need which master key. */
import {
  type MasterKeyChange,
  rotateInstallationDataKeys,
  rotateInstallationMasterKey,
} from "../../app/keys/key-rotation.ts";
import type { Config } from "../../config.ts";
import { showOnce } from "../../core/access/show-once.ts";
import { type Act, recordAct } from "../../core/audit/act.ts";
import { commandProcess } from "../../ports/command-process.ts";
import { StartError } from "../../ports/start-error.ts";
import type { Secret } from "../../values/secret.ts";
import { type OutputOptions, print } from "../output.ts";
import {
  commandLineActor,
  type OpenInstallation,
  withAuditedInstallation,
} from "../with-installation.ts";

interface RotateOptions extends OutputOptions {
  /** Prints the old master key once instead of keeping it in a file. */
  readonly printOld?: boolean;
}

export async function rotateKeysCommand(config: Config, what: string, options: RotateOptions) {
  checkOptions(config, what, options);
  await withAuditedInstallation(config, (installed) =>
    what === "data" ? rotateData(installed, options) : rotateMaster(installed, options),
  );
}

function checkOptions(
  { masterKey, hsmModule }: Config,
  what: string,
  options: RotateOptions,
): void {
  if (what !== "data" && what !== "master") {
    throw new StartError("Unknown key type. Use keys rotate data, or keys rotate master.");
  }
  if (options.printOld !== true) return;
  if (what === "data" || masterKey !== undefined || hsmModule !== undefined) {
    throw new StartError("--print-old works only with a master key file.");
  }
  // The key is printed before it is removed from the file, but JSON is printed at the end.
  if (options.json === true) throw new StartError("Use --print-old or --json, not both.");
}

async function rotateData(installed: OpenInstallation, options: RotateOptions): Promise<void> {
  const count = await rotateInstallationDataKeys(installed);
  await recordRotation(installed, { subject: { kind: "key", id: "data" } });
  print(options, { rotated: "data", keys: count }, [
    `${count} data keys were retired. New values are encrypted with new keys.`,
  ]);
}

async function rotateMaster(installed: OpenInstallation, options: RotateOptions): Promise<void> {
  const keep = options.printOld === true ? printOldKeys : undefined;
  const change = await rotateInstallationMasterKey(installed, keep);
  const { count, oldKeyId, newKeyId, file, keptIn } = change;
  await recordRotation(installed, {
    subject: { kind: "key", id: "master" },
    before: { masterKeyId: oldKeyId },
    after: { masterKeyId: newKeyId },
  });
  const result = { rotated: "master", keys: count, oldKeyId, newKeyId, file, keptIn };
  print(options, result, masterLines(change, options));
}

async function printOldKeys(keys: readonly Secret[]): Promise<readonly string[]> {
  for (const key of keys) {
    commandProcess().stdout.write(`Old master key (shown only once): ${showOnce(key)}\n`);
  }
  return [];
}

function masterLines(change: MasterKeyChange, { printOld = false }: RotateOptions): string[] {
  const { count, oldKeyId, newKeyId, place, keptIn } = change;
  const keepNote = printOld || place === "settings" ? ": keep it as long as you keep them" : "";
  return [
    `${count} data keys were encrypted with the new master key.`,
    `The master key in use is now ${newKeyId}, which is in ${placeName(change)}.`,
    ...keptIn.map((file) => `An old master key is kept in ${file}.`),
    `Backups and exports made before this need master key ${oldKeyId}${keepNote}. Those made from now on need ${newKeyId}.`,
    NEXT_STEPS[place],
  ];
}

function placeName({ place, file }: MasterKeyChange): string {
  if (place === "hsm") return "the HSM";
  return place === "settings" ? "MASTER_KEY" : `${file}`;
}

const NEXT_STEPS: Record<MasterKeyChange["place"], string> = {
  file: "Next: copy the key file to every other machine that uses this database. Those machines are not ready until then.",
  settings: "Next: remove MASTER_KEY_OLD, and make sure that every process has the new MASTER_KEY.",
  hsm: "Next: nothing. The old key stays in the HSM; delete it there when you no longer need those backups.",
};

type Rotated = Pick<Act, "subject" | "before" | "after">;

async function recordRotation({ owner }: OpenInstallation, rotated: Rotated): Promise<void> {
  const actor = commandLineActor();
  await recordAct(owner, { actor, action: "key.rotate", ...rotated, result: "done" });
}
