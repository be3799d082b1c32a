/**
 * What the parser answers. Every answer has a message id, echoes the caller's reference and stands
 * in the journal.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ChallengeNeeds, newChallenge } from "../../core/access/challenges.ts";
import { REALM } from "../../core/access/signed-request.ts";
import type { MessageIds } from "../../core/estate/message-ids.ts";
import { type JournalEntry, keyCountOf } from "../../core/journal/journal-entry.ts";
import type { JournalStore } from "../../core/journal/journal-store.ts";
import { type DisclosedReading, discloseReading } from "../../core/terminals/disclose-reading.ts";
import type { Reading } from "../../core/terminals/reading.ts";
import { bodyOf } from "./body.ts";
import { isJournaled, type ParserError } from "./errors.ts";
import { notesOf } from "./notes.ts";
import { echoOf } from "./read.ts";

export interface AnswerNeeds extends ChallengeNeeds {
  readonly messageIds: MessageIds;
  readonly journal: JournalStore;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A refusal is told even while the journal cannot be reached. */
const JOURNAL_WITHIN_MS = 1_000;

export async function sendReading(
  needs: AnswerNeeds,
  { request, reply }: Exchange,
  { reading, clientId }: { readonly reading: Reading; readonly clientId: string | undefined },
): Promise<FastifyReply> {
  const messageId = await needs.messageIds.next();
  const keyCount = keyCountOf(reading.ksn);
  const isReplay = await needs.journal.write({
    ...entryOf(needs, { request, reply }, messageId),
    keyCount,
  });
  const { device, serial, mode } = reading;
  return reply.send({
    success: true,
    reference: echoOf(bodyOf(request)),
    messageId,
    clientId,
    meta: { device, serial, mode, ...(isReplay && { replay: true }) },
    ...writeReading(discloseReading(reading)),
  });
}

export async function sendError(
  needs: AnswerNeeds,
  { request, reply, error }: Exchange & { readonly error: ParserError },
): Promise<FastifyReply> {
  const { status, errCode, errMessage } = error;
  const messageId = await needs.messageIds.next();
  if (isJournaled(error)) {
    const entry = { ...entryOf(needs, { request, reply }, messageId), errorCode: errCode };
    const written = journalRefusal(needs, request, entry);
    // Where the fault is ours, the journal may be what is away.
    if (status < 500) await written;
  }
  if (status === 401) reply.header("www-authenticate", challenge(needs, request));
  const reference = echoOf(bodyOf(request));
  return reply.code(status).send({ success: false, errMessage, errCode, reference, messageId });
}

function entryOf(
  { clock }: AnswerNeeds,
  { request, reply }: Exchange,
  messageId: string,
): JournalEntry {
  const { partnerId, device } = notesOf(request);
  return {
    messageId,
    calledAt: clock.wall(),
    partnerId,
    clientId: device?.clientId,
    deviceId: device?.id,
    reference: echoOf(bodyOf(request)),
    errorCode: undefined,
    tookMs: reply.elapsedTime,
    keyCount: undefined,
  };
}

async function journalRefusal(
  { journal }: AnswerNeeds,
  request: FastifyRequest,
  entry: JournalEntry,
): Promise<void> {
  const written = journal.write(entry).catch((error: unknown) => {
    request.log.warn({ err: error }, "a call is missing in the parser's journal");
  });
  await Promise.race([written, pause(JOURNAL_WITHIN_MS, undefined, { ref: false })]);
}

function challenge(needs: AnswerNeeds, request: FastifyRequest): string {
  const stale = notesOf(request).isStale ? ", stale=true" : "";
  const nonce = newChallenge(needs);
  return `Digest realm="${REALM}", algorithm=SHA-256, qop="auth", nonce="${nonce}"${stale}`;
}

type DisclosedTrack = DisclosedReading["track2"];

/** B, members not shown: tracks share one shape. What has no value is absent: JSON drops it. */
function writeReading(reading: DisclosedReading) {
  return {
    track1: writeTrack(reading.track1),
    track2: writeTrack(reading.track2),
    track3: writeTrack(reading.track3),
    tlv: reading.tlv,
    track2equivalent: writeTrack(reading.track2equivalent),
    keyed: writeTrack(reading.keyed),
    extracted: reading.extracted,
  };
}

function writeTrack(track: DisclosedTrack) {
  if (track === undefined) return undefined;
  const { decrypted, length, ascii, masked } = track;
  return { decrypted, encoding: "hex", length, ascii, masked };
}
