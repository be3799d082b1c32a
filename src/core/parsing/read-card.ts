/**
 * The card in a terminal's payload, for a payment: read in memory under a partner, journaled like any
 * other call of the parser, and never handed out in clear.
 */
import type { Clock } from "../../ports/clock.ts";
import { type CardBrand, cardBrand } from "../../values/card.ts";
import type { Secret } from "../../values/secret.ts";
import type { MessageIds } from "../estate/message-ids.ts";
import { keyCountOf } from "../journal/journal-entry.ts";
import type { JournalStore } from "../journal/journal-store.ts";
import type { CardFields, Reading } from "../terminals/reading.ts";
import {
  clientOf,
  type ParseOutcome,
  type ParsePayloadNeeds,
  parsePayload,
  type TerminalMessage,
} from "./parse-payload.ts";
import { REFUSAL_CODES } from "./refusal-codes.ts";

export interface ReadCardNeeds extends ParsePayloadNeeds {
  readonly journal: JournalStore;
  readonly messageIds: MessageIds;
  readonly clock: Clock;
}

export type TerminalEntryMode = "KEYED" | "SWIPED" | "EMV" | "CONTACTLESS" | "FALLBACK SWIPED";

export interface TerminalCard {
  readonly number: Secret;
  readonly brand: CardBrand;
  /** MMYY. Whether it is past is for others to judge. */
  readonly expiration: string;
  readonly verification: Secret | undefined;
  readonly entryMode: TerminalEntryMode;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly street: string | undefined;
  readonly zip: string | undefined;
}

/** Undefined: it could not be read, or what it holds is no card that can be paid with. */
export async function readCard(
  needs: ReadCardNeeds,
  partnerId: string,
  message: TerminalMessage,
): Promise<TerminalCard | undefined> {
  const startedMs = performance.now();
  const outcome = await parsePayload(needs, partnerId, message);
  await journal(needs, partnerId, { outcome, startedMs });
  return outcome.kind === "read" ? cardOf(outcome.reading) : undefined;
}

async function journal(
  needs: ReadCardNeeds,
  partnerId: string,
  { outcome, startedMs }: { readonly outcome: ParseOutcome; readonly startedMs: number },
): Promise<void> {
  const isRead = outcome.kind === "read";
  await needs.journal.write({
    messageId: await needs.messageIds.next(),
    calledAt: needs.clock.wall(),
    partnerId,
    clientId: clientOf(outcome),
    deviceId: outcome.device?.id,
    reference: undefined,
    errorCode: isRead ? undefined : REFUSAL_CODES[outcome.why],
    tookMs: performance.now() - startedMs,
    keyCount: isRead ? keyCountOf(outcome.reading.ksn) : undefined,
  });
}

const EXPIRATION = /^(?:0[1-9]|1[0-2])\d{2}$/;

function cardOf(reading: Reading): TerminalCard | undefined {
  const { PAN, EXPY: expiration = "", CVV, FirstName, Surname, street, ZIP } = reading.extracted;
  const brand = brandOf(reading.extracted);
  if (brand === undefined || !EXPIRATION.test(expiration)) return undefined;
  return {
    number: PAN,
    brand,
    expiration,
    verification: CVV,
    entryMode: entryModeOf(reading),
    firstName: FirstName,
    lastName: Surname,
    street,
    zip: ZIP,
  };
}

function brandOf({ PAN }: CardFields): CardBrand | undefined {
  return cardBrand(PAN.reveal());
}

const ENTRY_MODES: Record<Reading["mode"], TerminalEntryMode> = {
  keyed: "KEYED",
  swiped: "SWIPED",
  emv: "EMV",
  contactless: "CONTACTLESS",
};

function entryModeOf({ mode, isFallback }: Reading): TerminalEntryMode {
  return isFallback && mode === "swiped" ? "FALLBACK SWIPED" : ENTRY_MODES[mode];
}
