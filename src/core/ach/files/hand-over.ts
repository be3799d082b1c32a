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

/** Only files that are being built have none, and they are not handed over. */
const NO_DIGEST = new Uint8Array();

/** Another process has prepared the file in the meantime and continues with it. */
export class DraftClaimLost extends Error {
  override readonly name = "ClaimLost";

  constructor(fileName: string) {
    super(`Another process has prepared ${fileName}. This one stops and leaves the file to it.`);
  }
}

/** The bank has removed a draft before it was renamed. The next try writes a new one. */
export class DraftRemoved extends Error {
  override readonly name = "DraftRemoved";

  constructor(fileName: string) {
    super(`The draft of ${fileName} was removed before it was sent. It is written again.`);
  }
}

/** The file counts as sent, because sending it again could pay twice. */
export class FileUnconfirmed extends Error {
  override readonly name = "FileUnconfirmed";

  constructor(fileName: string) {
    super(
      `${fileName} is no longer in the bank's folders, and the answer to its rename was lost. The bank has probably taken it, so it counts as sent. Ask the bank whether it has this file.`,
    );
  }
}

/** Returns a doubt that an operator must clear up with the bank, or undefined. */
export async function handOver(
  needs: AchNeeds,
  network: AchNetwork,
  { file, at, lock }: HandOver,
): Promise<FileUnconfirmed | undefined> {
  const draft = file.draft ?? (await prepareDraft(needs, network, { file, lock }));
  const { id: fileId, connection, name, digest = NO_DIGEST } = file;
  const files = new FileStore(needs.db);
  await lock.confirm();
  const tries = await files.countHandOver({ fileId, draft });
  if (tries === undefined) throw new DraftClaimLost(name);
  // If the draft is gone, an earlier attempt handed it over but did not record it: in folders of our
  // own, only a hand-over removes a claimed draft.
  const leftAt = laterOf(at, needs.clock.business());
  const result = await network.handOver({ connection, name, draft, digest }, leftAt);
  if (result === "draft_missing" && tries === 1) {
    if (await files.releaseDraft({ fileId, draft })) throw new DraftRemoved(name);
    throw new DraftClaimLost(name);
  }
  const funded = fundedOn(file.settlesOn, leftAt);
  await files.markHandedOver({ fileId, draft }, leftAt, funded);
  return result === "draft_missing" ? new FileUnconfirmed(name) : undefined;
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
  const { connection, name, digest = NO_DIGEST } = file;
  const draft = `${name}.${randomUUID()}`;
  const files = new FileStore(needs.db);
  await lock.confirm();
  try {
    const parts = () => readParts(needs, files, { file, lock });
    await network.prepareDraft({ connection, name, draft, digest, parts });
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
