/**
 * Hands a fixed file over, once. A draft is written under a name of its own and claimed by one
 * conditional update of the file's row; only the claimed draft is renamed to the final name, which
 * can succeed once. So a file leaves once even if two processes hand it over at the same time.
 */
import { createHash, randomUUID } from "node:crypto";
import type { HeldLock } from "../../../db/session-lock.ts";
import type { AchNetwork } from "../../../ports/ach-network.ts";
import type { Secret } from "../../../values/secret.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { fundedOn } from "../settlement.ts";
import { FileStore } from "./file-store.ts";
import { partSeal } from "./fix-file.ts";
import type { OutboundFile } from "./outbound-file.ts";

export interface HandOver {
  readonly file: OutboundFile;
  /** When this was due; it may run much later, such as after a standstill. */
  readonly at: Temporal.Instant;
  readonly lock: HeldLock;
}

/** Another process has prepared the file in the meantime and goes on with it. */
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
  // If the draft is gone, an earlier try has handed it over and did not get to record it: nothing
  // but a hand-over takes a claimed draft away.
  const leftAt = laterOf(at, needs.clock.business());
  await network.handOver({ connection, name, draft }, leftAt);
  const funded = fundedOn(file.settlesOn, leftAt);
  await new FileStore(needs.db).markHandedOver({ fileId, draft }, leftAt, funded);
}

/** Banks count the days of a return from when they have the file, not from when it was due. */
function laterOf(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(one, other) < 0 ? other : one;
}

/** Writes a draft and claims it. Gives its name. */
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
  // If this fails, the claim may have been committed: the draft must stay. Stale drafts are
  // removed later.
  if (await files.claimDraft(file, draft)) return draft;
  await network.removeDraft({ connection, draft });
  throw new DraftClaimLost(name);
}

/** Fails before the next part if the lock is lost: a long upload stops then. */
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
  throw new Error(`The stored parts of ${name} are not the bytes that were fixed.`);
}
