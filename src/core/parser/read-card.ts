/**
 * The card in a terminal's payload, for a payment: read in memory under a partner, journaled like any
 * other call of the parser, and never handed out in clear.
 */
import type { Clock } from "../../ports/clock.ts";
import { type CardBrand, cardBrand } from "../../values/card.ts";
import type { Secret } from "../../values/secret.ts";
import { findDeviceType } from "../management/devices/device-types.ts";
import type { ActivePartners } from "../management/partners/active-partners.ts";
import { keyCountOf } from "./journal/journal-entry.ts";
import type { JournalStore } from "./journal/journal-store.ts";
import type { MessageIds } from "./message-ids.ts";
import {
  clientOf,
  type ParseOutcome,
  type ParsePayloadNeeds,
  parsePayload,
  type TerminalMessage,
} from "./parse-payload.ts";
import type { CardFields, Reading } from "./payloads/reading.ts";
import { PARTNER_OFF_CODE, REFUSAL_CODES } from "./refusal-codes.ts";

export interface ReadCardNeeds extends ParsePayloadNeeds {
  readonly activePartners: ActivePartners;
  readonly journal: JournalStore;
  readonly messageIds: MessageIds;
  readonly clock: Clock;
}

/** The device type is a text because the caller is not asked to know the types. */
export interface SentPayload extends Pick<TerminalMessage, "payload" | "serial" | "ksn"> {
  readonly deviceType: string;
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

/**
 * Undefined: the payload cannot be read, or holds no card that can be paid with. The partner must be
 * active; at the parser's own interface the login checks that.
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
  const outcome = isActive ? await parsePayload(needs, partnerId, message) : PARTNER_OFF;
  await journal(needs, partnerId, { outcome, startedMs });
  return outcome.kind === "read" ? cardOf(outcome.reading) : undefined;
}

const PARTNER_OFF = { kind: "partner_off" } as const;

interface JournaledCall {
  readonly outcome: ParseOutcome | typeof PARTNER_OFF;
  readonly startedMs: number;
}

async function journal(
  needs: ReadCardNeeds,
  partnerId: string,
  { outcome, startedMs }: JournaledCall,
): Promise<void> {
  await needs.journal.write({
    messageId: await needs.messageIds.next(),
    calledAt: needs.clock.wall(),
    partnerId,
    clientId: outcome.kind === "partner_off" ? undefined : clientOf(outcome),
    deviceId: outcome.kind === "partner_off" ? undefined : outcome.device?.id,
    reference: undefined,
    errorCode: errorCodeOf(outcome),
    tookMs: performance.now() - startedMs,
    keyCount: outcome.kind === "read" ? keyCountOf(outcome.reading.ksn) : undefined,
  });
}

function errorCodeOf(outcome: JournaledCall["outcome"]): number | undefined {
  if (outcome.kind === "read") return undefined;
  return outcome.kind === "partner_off" ? PARTNER_OFF_CODE : REFUSAL_CODES[outcome.why];
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
