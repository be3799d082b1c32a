/** Wires the parser, for its own interface and for payments that send a device payload. */
import type { Config } from "../../config.ts";
import { DeviceStore } from "../../core/management/devices/device-store.ts";
import { Devices } from "../../core/management/devices/devices.ts";
import { NonceStore } from "../../core/management/logins/nonce-store.ts";
import { ActivePartners } from "../../core/management/partners/active-partners.ts";
import { PartnerStore } from "../../core/management/partners/partner-store.ts";
import { JournalStore } from "../../core/parser/journal/journal-store.ts";
import { MessageIdStore } from "../../core/parser/message-id-store.ts";
import { MessageIds } from "../../core/parser/message-ids.ts";
import { readPayloadCard } from "../../core/parser/read-card.ts";
import type { PayloadReader } from "../../core/payments/payment-needs.ts";
import { refusalCode } from "../../interfaces/parser/refusal-codes.ts";
import type { Clock } from "../../ports/clock.ts";
import type { TerminalKeys } from "../../ports/key-custody.ts";
import type { Pools } from "../database/pools.ts";

export interface OpenParsingNeeds {
  readonly pools: Pick<Pools, "app" | "payments">;
  readonly keys: TerminalKeys;
  readonly clock: Clock;
  readonly config: Pick<Config, "databaseQueue">;
}

/** Calls of all partners share statements, so these run under the payments role. */
export async function openParsing(needs: OpenParsingNeeds) {
  const { pools, keys, clock, config } = needs;
  const { payments: db } = pools;
  const { databaseQueue: queueMax } = config;
  return {
    keys,
    clock,
    activePartners: new ActivePartners({ store: new PartnerStore(pools.app) }),
    devices: new Devices({ store: new DeviceStore(db), clock, queueMax }),
    nonces: new NonceStore({ db, clock, queueMax }),
    journal: new JournalStore({ db, queueMax }),
    messageIds: await MessageIds.open({ blocks: new MessageIdStore(pools.app), clock }),
  };
}

/** Reads the card from the device payload of a payment. */
export function openPayloadReader(parsing: Parsing): PayloadReader {
  const needs = { ...parsing, refusalCode };
  return { readCard: (partnerId, payload) => readPayloadCard(needs, partnerId, payload) };
}

export type Parsing = Awaited<ReturnType<typeof openParsing>>;
