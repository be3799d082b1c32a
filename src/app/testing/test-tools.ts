/**
 * What a test does to its gateway: it moves the clock, plays the bank, and reads webhooks and
 * emails. It calls the same operations of the core as the console's Test mode.
 */
import { Mailbox } from "../../adapters/mailbox.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import { openAch } from "../areas/ach.ts";
import type { Hosts } from "../areas/hosts.ts";
import { openPayments } from "../areas/payments.ts";
import type { Installation } from "../database/installation.ts";
import { openPaymentsPool } from "../database/pools.ts";
import { openPageLinks } from "../page-links.ts";
import { allBusinessWork } from "../time/business-work.ts";
import { openClocks } from "../time/clock-check.ts";
import { TestBank } from "./test-bank.ts";
import { TestClock } from "./test-clock.ts";
import { TestEmails } from "./test-emails.ts";
import { TestWebhooks } from "./test-webhooks.ts";
import { WebhookInboxStore } from "./webhook-inbox-store.ts";

export interface TestToolNeeds {
  readonly installation: Installation;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly hosts: Hosts;
  /** Makes a change of the clock visible at once. */
  readonly look: () => Promise<void>;
}

export interface TestTools {
  readonly bank: TestBank;
  readonly clock: TestClock;
  readonly emails: TestEmails;
  readonly webhooks: TestWebhooks;
  close(): Promise<void>;
}

/** Does not connect before the first use. */
export function openTestTools(needs: TestToolNeeds): TestTools {
  const { installation, custody, clock, hosts, look } = needs;
  const { config, owner, place, log } = installation;
  const db = openPaymentsPool(config, place.url);
  const payments = openPayments({ db, custody, clock, config, hosts });
  const ach = openAch({ db, custody, clock, config, dataDir: place.dataDir });
  const onFailure = (error: unknown) => log.error({ err: error }, "a job of the test failed");
  const onBankFailure = ({ error }: { readonly error: unknown }) => onFailure(error);
  const purges = { owner, clocks: openClocks(owner, config), asksOperator: false };
  const { retention } = config;
  const links = openPageLinks(config);
  const allWork = () =>
    allBusinessWork({ purges, retention, payments, links, ach: { ...ach, onBankFailure } });
  return {
    bank: new TestBank(ach),
    clock: new TestClock({ db: owner, clock, allWork, untilSeen: look, payments, onFailure }),
    emails: new TestEmails(new Mailbox({ db, clock })),
    webhooks: new TestWebhooks({ inbox: new WebhookInboxStore(db), custody, clock }),
    close: async () => {
      await ach.close();
      await db.close();
    },
  };
}
