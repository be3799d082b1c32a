/**
 * Writes the parser's answers. Every answer has a message id, echoes the caller's reference and is
 * journaled.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ChallengeNeeds, newChallenge } from "../../core/access/signatures/challenges.ts";
import { REALM } from "../../core/access/signatures/signed-request.ts";
import { type JournalEntry, readKeyCount } from "../../core/parser/journal/journal-entry.ts";
import type { JournalStore } from "../../core/parser/journal/journal-store.ts";
import type { MessageIds } from "../../core/parser/message-ids.ts";
import {
  type DisclosedReading,
  discloseReading,
} from "../../core/parser/payloads/disclose-reading.ts";
import type { PayloadReading } from "../../core/parser/payloads/reading.ts";
import { noteRequest } from "../../wire/request-note.ts";
import { findMembers } from "./body.ts";
import { isJournaled, type ParserError } from "./errors.ts";
import { callNotes } from "./notes.ts";
import { echoedClient, echoedReference, journaledReference } from "./read.ts";

export interface AnswerNeeds extends ChallengeNeeds {
  readonly messageIds: MessageIds;
  readonly journal: JournalStore;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** An error is answered even if the journal cannot be written. */
const JOURNAL_TIMEOUT_MS = 1_000;

export async function sendReading(
  needs: AnswerNeeds,
  { request, reply }: Exchange,
  {
    reading,
    clientId,
  }: { readonly reading: PayloadReading; readonly clientId: string | undefined },
): Promise<FastifyReply> {
  const pendingId = needs.messageIds.next();
  const messageId = typeof pendingId === "string" ? pendingId : await pendingId;
  const entry = toJournalEntry(needs, { request, reply }, messageId);
  entry.keyCount = readKeyCount(reading.ksn);
  const isReplay = await needs.journal.write(entry);
  const { device, serial, mode } = reading;
  const disclosed = discloseReading(reading);
  // JSON leaves out members without a value. All tracks have the same members.
  return reply.send({
    success: true,
    reference: echoedReference(findMembers(request)),
    messageId,
    clientId,
    meta: { device, serial, mode, replay: isReplay || undefined },
    track1: writeTrack(disclosed.track1),
    track2: writeTrack(disclosed.track2),
    track3: writeTrack(disclosed.track3),
    tlv: disclosed.tlv,
    track2equivalent: writeTrack(disclosed.track2equivalent),
    keyed: writeTrack(disclosed.keyed),
    extracted: disclosed.extracted,
  });
}

export async function sendError(
  needs: AnswerNeeds,
  { request, reply, error }: Exchange & { readonly error: ParserError },
): Promise<FastifyReply> {
  const { status, errCode, errMessage } = error;
  noteRequest(request, { outcome: "error", errorCode: errCode });
  const messageId = await needs.messageIds.next();
  if (isJournaled(error)) {
    const entry = toJournalEntry(needs, { request, reply }, messageId);
    entry.errorCode = errCode;
    const written = journalRefusal(needs, request, entry);
    // An internal error may mean that the journal is unavailable, so it is not awaited.
    if (status < 500) await written;
  }
  if (status === 401) reply.header("www-authenticate", challenge(needs, request));
  const members = findMembers(request);
  const [reference, clientId] = [echoedReference(members), echoedClient(members)];
  const answer = { success: false, errMessage, errCode, reference, messageId, clientId };
  return reply.code(status).send(answer);
}

type Draft = { -readonly [Member in keyof JournalEntry]: JournalEntry[Member] };

function toJournalEntry(
  { clock }: AnswerNeeds,
  { request, reply }: Exchange,
  messageId: string,
): Draft {
  const { partnerId, clientId, deviceId } = callNotes(request);
  return {
    messageId,
    calledAt: clock.wall(),
    partnerId,
    clientId,
    deviceId,
    reference: journaledReference(findMembers(request)),
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
    request.log.warn({ err: error }, "A call could not be written to the parser's journal.");
  });
  await Promise.race([written, pause(JOURNAL_TIMEOUT_MS, undefined, { ref: false })]);
}

function challenge(needs: AnswerNeeds, request: FastifyRequest): string {
  const stale = callNotes(request).isStale ? ", stale=true" : "";
  const nonce = newChallenge(needs);
  return `Digest realm="${REALM}", algorithm=SHA-256, qop="auth", nonce="${nonce}"${stale}`;
}

type DisclosedTrack = DisclosedReading["track2"];

function writeTrack(track: DisclosedTrack) {
  if (track === undefined) return undefined;
  const { decrypted, length, ascii, masked } = track;
  return { decrypted, encoding: "hex", length, ascii, masked };
}
