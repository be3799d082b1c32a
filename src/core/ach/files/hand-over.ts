/**
 * Sends a fixed file once. A draft is written under a name of its own and claimed by a conditional
 * update of the file's row. Only the claimed draft is renamed to the final name, and a rename succeeds
 * once. So a file is sent once even if two processes hand it over at the same time. If it cannot be known
 * whether the bank has a file, it counts as sent, and an operator must ask the bank.
 */
import { createHash, randomUUID } from "node:crypto";
import type { HeldLock } from "../../../db/locks/session-lock.ts";
import type { AchNetwork, ClaimedFile } from "../../../ports/ach-network.ts";
import type { Secret } from "../../../values/secret.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { fundedOn } from "../settlement.ts";
import { partSeal } from "./file-parts.ts";
import { FileStore } from "./file-store.ts";
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
  override readonly name = "DraftClaimLost";

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

const REASONS = {
  both_missing: "it is no longer in the bank's folders, and the answer to its rename was lost",
  perhaps_renamed:
    "its rename was begun before, and the bank's server renames in two steps, so the bank may have taken the file although its draft is still there",
  too_late:
    "it reverses another file, it is too late now to send it, and a rename of it was begun before",
} as const;

/** The file counts as sent, because sending it again could pay twice. */
export class FileUnconfirmed extends Error {
  override readonly name = "FileUnconfirmed";

  constructor(fileName: string, why: keyof typeof REASONS) {
    super(
      `It is not certain that the bank has ${fileName}: ${REASONS[why]}. It counts as sent until you have asked the bank. If the bank has it: ach confirm ${fileName}. If not: ach resend ${fileName}.`,
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
  const { name } = file;
  const files = new FileStore(needs.db);
  const claimed = { fileId: file.id, draft };
  const leftAt = laterOf(at, needs.clock.business());
  const result = await network.handOver(claimedFile(files, { file, draft, lock }), leftAt);
  if (result === "both_missing" && (await files.releaseDraft(claimed)))
    throw new DraftRemoved(name);
  const sent = { at: leftAt, fundedOn: fundedOn(file.settlesOn, leftAt) };
  if (result === "handed_over" || result === "renamed_earlier") {
    await files.markHandedOver(claimed, sent);
    return undefined;
  }
  const isOurs = await files.markUnconfirmed(claimed, sent);
  return isOurs ? new FileUnconfirmed(name, result) : undefined;
}

interface Claim extends Omit<HandOver, "at"> {
  readonly draft: string;
}

/** A rename is counted before it is begun, and only if this draft is still the claimed one. */
function claimedFile(files: FileStore, { file, draft, lock }: Claim): ClaimedFile {
  const { id: fileId, connection, name, digest = NO_DIGEST } = file;
  const countRename = async () => {
    await lock.confirm();
    const renames = await files.countRename({ fileId, draft });
    if (renames === undefined) throw new DraftClaimLost(name);
    return renames;
  };
  return { connection, name, draft, digest, countRename };
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
