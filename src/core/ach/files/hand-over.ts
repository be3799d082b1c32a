/**
 * Sends a fixed file once. A draft is written under a name of its own and claimed by a conditional
 * update of the file's row. Only the claimed draft is renamed to the final name, and a rename succeeds
 * once. So a file is sent once even if two processes hand it over at the same time.
 */
import { createHash, randomUUID } from "node:crypto";
import type { HeldLock } from "../../../db/locks/session-lock.ts";
import type { AchNetwork } from "../../../ports/ach-network.ts";
import type { Secret } from "../../../values/secret.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { fundedOn } from "../settlement.ts";
import { FileStore } from "./file-store.ts";
import { partSeal } from "./fix-file.ts";
import type { OutboundFile } from "./outbound-file.ts";

export interface HandOver {
  readonly file: OutboundFile;
  /** When the file was due. It may be sent much later, such as after a downtime. */
  readonly at: Temporal.Instant;
  readonly lock: HeldLock;
}

/** Another process has prepared the file in the meantime and continues with it. */
export class DraftClaimLost extends Error {
  override readonly name = "ClaimLost";

  constructor(fileName: string) {
    super(`Another process has prepared ${fileName}. This one stops and leaves the file to it.`);
  }
}

export async function handOver(
  needs: AchNeeds,
  network: AchNetwork,
  { file, at, lock }: HandOver,
): Promise<void> {
  const draft = file.draft ?? (await prepareDraft(needs, network, { file, lock }));
  const { id: fileId, connection, name } = file;
  await lock.confirm();
  // If the draft is gone, an earlier attempt handed it over but did not record it: only a hand-over
  // removes a claimed draft.
  const leftAt = laterOf(at, needs.clock.business());
  await network.handOver({ connection, name, draft }, leftAt);
  const funded = fundedOn(file.settlesOn, leftAt);
  await new FileStore(needs.db).markHandedOver({ fileId, draft }, leftAt, funded);
}

/** Return windows start when the bank has the file, not when it was due. */
function laterOf(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(one, other) < 0 ? other : one;
}

/** Writes a draft, claims it and returns its name. */
async function prepareDraft(
  needs: AchNeeds,
  network: AchNetwork,
  { file, lock }: Omit<HandOver, "at">,
): Promise<string> {
  const { connection, name } = file;
  const draft = `${name}.${randomUUID()}`;
  const files = new FileStore(needs.db);
  await lock.confirm();
  try {
    const parts = () => readParts(needs, files, { file, lock });
    await network.prepareDraft({ connection, name, draft, parts });
    await lock.confirm();
  } catch (error) {
    await network.removeDraft({ connection, draft }).catch(() => {});
    throw error;
  }
  // If this fails, the claim may have been committed, so the draft must stay. Stale drafts are
  // removed later.
  if (await files.claimDraft(file, draft)) return draft;
  await network.removeDraft({ connection, draft });
  throw new DraftClaimLost(name);
}

/** Fails before the next part if the lock was lost, so a long upload stops. */
async function* readParts(
  { custody }: AchNeeds,
  files: FileStore,
  { file: { id, name, digest }, lock }: Omit<HandOver, "at">,
): AsyncGenerator<Secret> {
  const read = createHash("sha256");
  for (let part = 0; ; part++) {
    const sealed = await files.findPart(id, part);
    if (sealed === undefined) break;
    const text = await custody.open(sealed, partSeal(id, part));
    read.update(text.reveal());
    await lock.confirm();
    yield text;
  }
  if (digest !== undefined && read.digest().equals(digest)) return;
  throw new Error(`The stored bytes of ${name} differ from the bytes that were fixed.`);
}
