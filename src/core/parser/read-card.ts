/**
 * Reads the card from a payload for a payment. The call is journaled like any other call of the
 * parser, and the card stays in memory.
 */
import type { CardReadout } from "../../ports/card-readout.ts";
import type { Clock } from "../../ports/clock.ts";
import { type CardBrand, cardBrand } from "../../values/card.ts";
import type { Secret } from "../../values/secret.ts";
import { findDeviceType } from "../management/devices/device-types.ts";
import type { ActivePartners } from "../management/partners/active-partners.ts";
import { collectReadout } from "./card-readout.ts";
import { readKeyCount } from "./journal/journal-entry.ts";
import type { JournalStore } from "./journal/journal-store.ts";
import type { MessageIds } from "./message-ids.ts";
import {
  outcomeClientId,
  type ParseOutcome,
  type ParsePayloadNeeds,
  parsePayload,
  type RefusalReason,
  type TerminalMessage,
} from "./parse-payload.ts";
import type { CardFields, PayloadReading } from "./payloads/reading.ts";

export interface ReadCardNeeds extends ParsePayloadNeeds {
  readonly activePartners: ActivePartners;
  readonly journal: JournalStore;
  readonly messageIds: MessageIds;
  readonly clock: Clock;
  /** The code that the parser's own interface answers with, because the journal records it. */
  readonly refusalCode: (reason: RefusalReason | typeof PARTNER_DISABLED) => number;
}

/** The device type is plain text: the caller need not know the types. */
export interface SentPayload extends Pick<TerminalMessage, "payload" | "serial" | "ksn"> {
  readonly deviceType: string;
}

export type TerminalEntryMode = "KEYED" | "SWIPED" | "EMV" | "CONTACTLESS" | "FALLBACK SWIPED";

export interface TerminalCard {
  readonly number: Secret;
  readonly brand: CardBrand;
  /** MMYY. May be in the past. */
  readonly expiration: string;
  readonly verification: Secret | undefined;
  readonly entryMode: TerminalEntryMode;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly street: string | undefined;
  readonly zip: string | undefined;
  readonly readout: CardReadout | undefined;
}

/**
 * Returns undefined if the payload cannot be read or has no card that can be charged. Checks that
 * the partner is active, which the login does at the parser's own interface.
 */
export async function readPayloadCard(
  needs: ReadCardNeeds,
  partnerId: string,
  sent: SentPayload,
): Promise<TerminalCard | undefined> {
  const startedMs = performance.now();
  const deviceType = findDeviceType(sent.deviceType);
  if (deviceType === undefined) return undefined;
  const { payload, serial, ksn } = sent;
  const message = { deviceType, payload, serial, ksn, client: undefined };
  const isActive = await needs.activePartners.isPartnerActive(partnerId);
  const outcome = isActive ? await parsePayload(needs, partnerId, message) : PARTNER_DISABLED;
  await journalCall(needs, partnerId, { outcome, startedMs });
  return outcome.kind === "read" ? toTerminalCard(outcome) : undefined;
}

const PARTNER_DISABLED = { kind: "partner_disabled" } as const;

interface JournaledCall {
  readonly outcome: ParseOutcome | typeof PARTNER_DISABLED;
  readonly startedMs: number;
}

async function journalCall(
  needs: ReadCardNeeds,
  partnerId: string,
  { outcome, startedMs }: JournaledCall,
): Promise<void> {
  await needs.journal.write({
    messageId: await needs.messageIds.next(),
    calledAt: needs.clock.wall(),
    partnerId,
    clientId: outcome.kind === "partner_disabled" ? undefined : outcomeClientId(outcome),
    deviceId: outcome.kind === "partner_disabled" ? undefined : outcome.device?.id,
    reference: undefined,
    errorCode: journaledErrorCode(needs, outcome),
    tookMs: performance.now() - startedMs,
    keyCount: outcome.kind === "read" ? readKeyCount(outcome.reading.ksn) : undefined,
  });
}

function journaledErrorCode(
  { refusalCode }: ReadCardNeeds,
  outcome: JournaledCall["outcome"],
): number | undefined {
  if (outcome.kind === "read") return undefined;
  return refusalCode(outcome.kind === "refused" ? outcome.reason : outcome);
}

const EXPIRATION = /^(?:0[1-9]|1[0-2])\d{2}$/;

type ReadOutcome = Extract<ParseOutcome, { readonly kind: "read" }>;

function toTerminalCard({ reading, clearTags }: ReadOutcome): TerminalCard | undefined {
  const { PAN, EXPY: expiration = "", CVV, FirstName, Surname, street, ZIP } = reading.extracted;
  const brand = brandOf(reading.extracted);
  if (brand === undefined || !EXPIRATION.test(expiration)) return undefined;
  return {
    number: PAN,
    brand,
    expiration,
    verification: CVV,
    entryMode: terminalEntryMode(reading),
    firstName: FirstName,
    lastName: Surname,
    street,
    zip: ZIP,
    readout: collectReadout(reading, clearTags),
  };
}

function brandOf({ PAN }: CardFields): CardBrand | undefined {
  return cardBrand(PAN.reveal());
}

const ENTRY_MODES: Record<PayloadReading["mode"], TerminalEntryMode> = {
  keyed: "KEYED",
  swiped: "SWIPED",
  emv: "EMV",
  contactless: "CONTACTLESS",
};

function terminalEntryMode({ mode, isFallback }: PayloadReading): TerminalEntryMode {
  return isFallback && mode === "swiped" ? "FALLBACK SWIPED" : ENTRY_MODES[mode];
}
