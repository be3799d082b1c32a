/** What reads terminals' payloads, for the parser's door and for payments from a terminal. */
import type { Config } from "../config.ts";
import { ActivePartners } from "../core/estate/active-partners.ts";
import { DeviceStore } from "../core/estate/device-store.ts";
import { Devices } from "../core/estate/devices.ts";
import { MessageIdStore } from "../core/estate/message-id-store.ts";
import { MessageIds } from "../core/estate/message-ids.ts";
import { NonceStore } from "../core/estate/nonce-store.ts";
import { PartnerStore } from "../core/estate/partner-store.ts";
import { JournalStore } from "../core/journal/journal-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { TerminalKeys } from "../ports/key-custody.ts";
import type { Pools } from "./pools.ts";

export interface OpenParsingNeeds {
  readonly pools: Pick<Pools, "app" | "payments">;
  readonly keys: TerminalKeys;
  readonly clock: Clock;
  readonly config: Pick<Config, "databaseQueue">;
}

/** Calls of all partners share its statements, so they run under the payments' role. */
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

export type Parsing = Awaited<ReturnType<typeof openParsing>>;
