/** The needs of certification's tools: mailbox, clock, simulators, webhooks, request log. */
import { Mailbox } from "../../../adapters/mailbox.ts";
import { ConnectionStore } from "../../../core/ach/connections/connection-store.ts";
import { EntryOverviewStore } from "../../../core/ach/entry-overview-store.ts";
import type { BankFailure } from "../../../core/ach/exchange.ts";
import { CalendarStore } from "../../../core/calendar/calendar-store.ts";
import { RunStore } from "../../../core/calendar/run-store.ts";
import type { CertificationSeed } from "../../../core/certification/certification-seed.ts";
import { DeliveryOverviewStore } from "../../../core/outbox/delivery-overview-store.ts";
import { EndpointStore } from "../../../core/outbox/endpoint-store.ts";
import { OutboxStore } from "../../../core/outbox/outbox-store.ts";
import { RequestOwnerStore } from "../../../core/request-log/request-owner-store.ts";
import { RequestReadingStore } from "../../../core/request-log/request-reading-store.ts";
import type { CertificationNeeds } from "../../../interfaces/console/certification/routes.ts";
import { openPageLinks } from "../../page-links.ts";
import { resolvePublicUrl } from "../../public-url.ts";
import { allBusinessWork } from "../../time/business-work.ts";
import { openClocks } from "../../time/clock-check.ts";
import { logBankFailure, openAch } from "../ach.ts";
import { openPayments } from "../payments.ts";
import type { ConsoleParts } from "./console-parts.ts";

export function certificationNeeds(
  parts: ConsoleParts,
  seed: CertificationSeed,
): CertificationNeeds | undefined {
  const { pools, custody, clock, config, hosts, gateway, log, work } = parts;
  if (work === undefined) return undefined;
  const { owner, payments: db, dataDir } = work;
  const ach = openAch({ db, custody, clock, config, dataDir });
  const payments = openPayments({ db, custody, clock, config, hosts });
  const onBankFailure = (failure: BankFailure) => logBankFailure(log, failure);
  // An operator who moves the clock also accepts the purges that become due.
  const purges = { owner, clocks: openClocks(owner, config), asksOperator: false };
  const workNeeds = {
    purges,
    retention: config.retention,
    payments,
    ach: { ...ach, onBankFailure },
    links: openPageLinks(config),
  };
  return {
    clock,
    owner,
    calendar: new CalendarStore(pools.app),
    runs: new RunStore(pools.app),
    allWork: () => allBusinessWork(workNeeds),
    banks: () => new ConnectionStore(pools.payments).listConnections(),
    seed,
    emails: new Mailbox({ db: pools.app, clock }),
    deliveries: new DeliveryOverviewStore(pools.payments),
    outbox: new OutboxStore(pools.payments),
    endpoints: new EndpointStore(pools.payments),
    replay: { db: pools.payments, clock },
    ach,
    entries: new EntryOverviewStore(pools.payments),
    testSale: { payments: gateway, accounts: gateway.accounts, db: pools.payments },
    requests: {
      all: new RequestReadingStore(pools.payments),
      owners: new RequestOwnerStore(pools.payments),
      within: (owner, work) =>
        pools.app.within(owner, (db) => work(new RequestReadingStore(db, owner))),
    },
    publicUrl: resolvePublicUrl(config),
  };
}
