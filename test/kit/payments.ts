/** The payment core on a new database, with a scripted card host. */
import { randomUUID } from "node:crypto";
import { openPayments } from "../../src/app/areas/payments.ts";
import { INDEX_LOOKUPS_ONLY } from "../../src/app/database/pools.ts";
import type { NewAttempt } from "../../src/core/payments/attempts/attempt.ts";
import type { PaymentNeeds } from "../../src/core/payments/payment-needs.ts";
import type { CardPayment } from "../../src/core/payments/payment-request.ts";
import { DatabasePool } from "../../src/db/database-pool.ts";
import { PAYMENTS_ROLE } from "../../src/db/roles.ts";
import type {
  CardOrder,
  ChargePage,
  PlacedOrder,
  Processor,
  ProcessorAnswer,
  Resolution,
} from "../../src/ports/processor.ts";
import type { Cents } from "../../src/values/money.ts";
import { Secret } from "../../src/values/secret.ts";
import { BOOKS } from "./accounts.ts";
import { StandingClock } from "./clock.ts";
import { openTestCustody } from "./custody.ts";
import { openSeededDatabase, type TestDatabase } from "./database.ts";
import { testHosts } from "./hosts.ts";
import { type Lifetime, openShared } from "./shared.ts";
import { testConfig } from "./test-config.ts";

/** Answers by a script and records the requests. */
export class ScriptedProcessor implements Processor {
  readonly submitted: CardOrder[] = [];
  readonly resolved: string[] = [];
  readonly reversed: string[] = [];
  readonly reversedTypes: string[] = [];
  answer: (order: CardOrder) => ProcessorAnswer | Promise<ProcessorAnswer> = approve;
  resolution: (reference: string) => Resolution = () => ({ kind: "still_unknown" });
  reversal: (reference: string) => "reversed" | "unknown" = () => "reversed";

  async submit(order: CardOrder): Promise<ProcessorAnswer> {
    this.submitted.push(order);
    return this.answer(order);
  }

  async resolve({ reference }: { readonly reference: string }): Promise<Resolution> {
    this.resolved.push(reference);
    return this.resolution(reference);
  }

  async reverse({ reference, transactionType }: PlacedOrder): Promise<"reversed" | "unknown"> {
    this.reversed.push(reference);
    this.reversedTypes.push(transactionType);
    return this.reversal(reference);
  }

  async listCharges(): Promise<ChargePage> {
    return { kind: "cannot_list" };
  }
}

export function approve({ amount }: { readonly amount: Cents }): ProcessorAnswer {
  return { kind: "approved", message: "APPROVED", authorizationCode: "A1B2C3", amount };
}

export interface TestPayments {
  readonly needs: PaymentNeeds;
  readonly processor: ScriptedProcessor;
  readonly clock: StandingClock;
  readonly database: TestDatabase;
  readonly db: DatabasePool;
}

interface Settings {
  readonly processorTimeoutMs?: number;
}

export async function openTestPayments(t: Lifetime, settings?: Settings): Promise<TestPayments> {
  return paymentsOn(await openPaymentsDatabase(t), settings);
}

/**
 * A core, clock and card host of the test's own, on a database that the tests of a file share. For
 * tests that look only at their own transactions and run no job over all of them.
 */
export async function openOwnPayments(t: Lifetime, settings?: Settings): Promise<TestPayments> {
  return paymentsOn(await openShared(t, openPaymentsDatabase), settings);
}

async function openPaymentsDatabase(t: Lifetime) {
  const database = await openSeededDatabase(t);
  const custody = await openTestCustody(database.app);
  const db = new DatabasePool({
    connectionString: database.url,
    role: PAYMENTS_ROLE,
    size: 8,
    queueMax: 10_000,
    statementTimeoutMs: 10_000,
    settings: INDEX_LOOKUPS_ONLY,
  });
  database.beforeDrop(async () => {
    await db.close();
    custody.close();
  });
  return { database, custody, db };
}

type PaymentsDatabase = Awaited<ReturnType<typeof openPaymentsDatabase>>;

function paymentsOn(
  { database, custody, db }: PaymentsDatabase,
  settings: Settings = {},
): TestPayments {
  const clock = new StandingClock();
  const processor = new ScriptedProcessor();
  const config = { ...testConfig({ DATABASE_QUEUE: "10000" }), ...settings };
  const needs = {
    ...openPayments({ db, custody, clock, config, hosts: testHosts(config) }),
    processor,
  };
  return { needs, processor, clock, database, db };
}

export function aSale(own: Partial<CardPayment> = {}): CardPayment {
  return {
    type: "SALE",
    amount: 1_000 as Cents,
    source: {
      kind: "card",
      card: {
        number: new Secret("4111111111111111"),
        brand: "VISA",
        expiration: "1230",
        verification: undefined,
        entryMode: "KEYED",
      },
    },
    authorizationCode: undefined,
    allowsPartial: false,
    ignoresAvs: false,
    ignoresCvv: false,
    transactionId: undefined,
    idempotencyKey: undefined,
    details: {},
    sendsCustomerReceipt: false,
    sendsMerchantReceipt: false,
    ...own,
  };
}

/** An attempt in the form that the store takes. */
export async function aNewAttempt(
  { needs, clock }: TestPayments,
  own: { readonly id?: string; readonly key?: Uint8Array; readonly currency?: string } = {},
): Promise<NewAttempt> {
  return {
    attempt: {
      accountId: BOOKS.id,
      attemptId: randomUUID(),
      transactionId: own.id ?? (await needs.ids.next()),
      transactionType: "SALE",
      originalId: undefined,
      amount: 1_000 as Cents,
      fingerprint: new Uint8Array(32),
      note: {
        draft: { tenderType: "CARD", currency: own.currency ?? "USD" },
        timeZone: "UTC",
        hasWebhook: false,
      },
      startedAt: clock.business(),
      leaseUntil: clock.wall().add({ seconds: 20 }),
    },
    claim: { isIssuedId: own.id !== undefined, keyDigest: own.key },
    source: undefined,
  };
}
