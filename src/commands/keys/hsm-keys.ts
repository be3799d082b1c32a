/** `keys move` and `keys create-master`: keys in an HSM. */
import {
  createInstallationMasterKey,
  type KeyMove,
  type MasterKeyMove,
  moveInstallationKeys,
} from "../../app/keys/key-move.ts";
import type { Config } from "../../config.ts";
import { recordAct } from "../../core/audit/act.ts";
import type { Database } from "../../db/database.ts";
import { StartError } from "../../ports/start-error.ts";
import { type OutputOptions, print } from "../output.ts";
import { commandLineActor, withAuditedInstallation } from "../with-installation.ts";

export async function moveKeysCommand(config: Config, options: OutputOptions): Promise<void> {
  if (config.hsmModule === undefined) {
    throw new StartError(
      "There is no HSM to move keys to: set HSM_MODULE, HSM_TOKEN and HSM_PIN_FILE.",
    );
  }
  await withAuditedInstallation(config, async (installed) => {
    const move = await moveInstallationKeys(installed, {
      recordMasterKey: recordMasterKeyMove,
      // At once: if the rest fails, this is the only time the old key is named.
      onMasterKeyMoved: (done) => options.json !== true && print({}, {}, masterKeyLines(done)),
    });
    await recordBaseKeyMove(installed.owner, move);
    print(options, { ...move }, baseKeyLines(move));
  });
}

function recordMasterKeyMove(db: Database, done: MasterKeyMove): Promise<void> {
  return recordAct(db, {
    actor: commandLineActor(),
    action: "key.move",
    subject: { kind: "key", id: "master" },
    before: { masterKeyId: done.oldKeyId },
    after: { masterKeyId: done.newKeyId, dataKeys: done.count },
    result: "done",
  });
}

function recordBaseKeyMove(
  db: Database,
  { baseKeys, pendingImports, newKeyId }: KeyMove,
): Promise<void> {
  return recordAct(db, {
    actor: commandLineActor(),
    action: "key.move",
    subject: { kind: "key", id: "base" },
    after: { masterKeyId: newKeyId, baseKeys, pendingImports },
    result: "done",
  });
}

function masterKeyLines({ count, oldKeyId, newKeyId }: MasterKeyMove): string[] {
  return [
    `${count} data keys were encrypted with the master key in the HSM.`,
    `The master key in use is ${newKeyId}, which is in the HSM.`,
    `Backups and exports made before this need master key ${oldKeyId}: keep it as long as you keep them, but not on this machine.`,
  ];
}

function baseKeyLines({ baseKeys, pendingImports, newKeyId }: KeyMove): string[] {
  return [
    `${baseKeys} base keys were moved into the HSM.`,
    ...(pendingImports === 0
      ? []
      : [`${pendingImports} unfinished imports move into the HSM when they are finished.`]),
    `All keys are in the HSM, with master key ${newKeyId}.`,
    "Next, if it is not done yet: check that every process has the HSM settings, remove MASTER_KEY and MASTER_KEY_FILE, and run keys rotate data.",
  ];
}

/** Needs no database, because a production database starts with its master key. */
export async function createMasterCommand(config: Config, options: OutputOptions): Promise<void> {
  const { id, isNew } = await createInstallationMasterKey(config);
  print(options, { masterKey: id, created: isNew }, [
    isNew
      ? `The master key ${id} was created in the HSM.`
      : `The HSM already has the master key ${id}. Nothing was created.`,
  ]);
}
