/** For tests of verification: a provider on this machine, and the core on its own database. */
import {
  HttpVerifier,
  type HttpVerifierNeeds,
} from "../../src/adapters/http-verifier/http-verifier.ts";
import { readMapping } from "../../src/adapters/http-verifier/read-mapping.ts";
import { VerificationSimulator } from "../../src/adapters/verification-simulator.ts";
import { Vault } from "../../src/core/vault/vault.ts";
import { VaultStore } from "../../src/core/vault/vault-store.ts";
import {
  type Inquiry,
  SharedQuestions,
  type WaitLimits,
} from "../../src/core/verification/shared-questions.ts";
import { VerificationStore } from "../../src/core/verification/verification-store.ts";
import type {
  VerificationNeeds,
  VerificationQuestion,
} from "../../src/core/verification/verify-account.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import type { Clock } from "../../src/ports/clock.ts";
import type { KeyCustody } from "../../src/ports/key-custody.ts";
import type { Verifier, VerifierAnswer, VerifierQuestion } from "../../src/ports/verifier.ts";
import { Secret } from "../../src/values/secret.ts";
import { StandingClock } from "./clock.ts";
import { openTestCustody } from "./custody.ts";
import { openSeededDatabase, type TestDatabase } from "./database.ts";
import { type Lifetime, openShared } from "./shared.ts";
import { until } from "./until.ts";

export const BOOKS = { id: "120000000001" };
export const CLINIC = { id: "120000000002" };
export const ALPINE = { id: "120000000003" };
export const CAFE = { id: "120000000004" };

export const ROUTING_NUMBER = "021000021";

let count = 0;

/** A bank account number that no other test uses and every provider accepts. */
export function anAccountNumber(): string {
  return String(5_551_000_000 + ++count);
}

/** A sale by WEB, which the seeded accounts verify. */
export function aVerification(
  number: string,
  changes: Partial<VerificationQuestion> = {},
): VerificationQuestion {
  return {
    requestId: crypto.randomUUID(),
    bank: {
      routingNumber: ROUTING_NUMBER,
      accountNumber: new Secret(number),
      accountType: "checking",
    },
    secCodeSent: "WEB",
    defaultSecCode: "WEB",
    isReissue: false,
    isRecurring: false,
    validates: undefined,
    firstName: "Ann",
    lastName: "Lee",
    ...changes,
  };
}

/** Answers by a script and records the questions. */
export class ScriptedVerifier implements Verifier {
  readonly questions: VerifierQuestion[] = [];
  answer: (question: VerifierQuestion) => VerifierAnswer | Promise<VerifierAnswer>;

  constructor(answer: ScriptedVerifier["answer"] = () => ({ kind: "passed" })) {
    this.answer = answer;
  }

  async verify(question: VerifierQuestion): Promise<VerifierAnswer> {
    this.questions.push(question);
    return this.answer(question);
  }
}

/** Counts the requests that have reached the question, whether they ask it or wait for its answer. */
export class CountedQuestions extends SharedQuestions {
  reached = 0;

  override askOnce(inquiry: Inquiry) {
    this.reached++;
    return super.askOnce(inquiry);
  }
}

export interface CountedNeeds extends VerificationNeeds {
  readonly questions: CountedQuestions;
}

export function untilReached({ questions }: CountedNeeds, count: number): Promise<void> {
  return until(() => questions.reached >= count);
}

export function untilAsked({ questions }: ScriptedVerifier, count = 1): Promise<void> {
  return until(() => questions.length >= count);
}

export interface NeedsOptions {
  readonly db: DatabasePool;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly verifier?: Verifier;
  readonly patience?: WaitLimits;
}

/** The collaborators of one process. */
export function verificationNeeds(options: NeedsOptions): CountedNeeds {
  const { db, custody, clock, verifier = new VerificationSimulator(db), patience } = options;
  const store = new VerificationStore(db);
  const vault = new Vault({ store: new VaultStore(db), custody });
  const questions = new CountedQuestions(store, patience);
  return { store, questions, verifier, vault, custody, clock };
}

export interface TestVerification {
  readonly database: TestDatabase;
  readonly custody: KeyCustody;
  readonly clock: StandingClock;
  /** The collaborators of another process. */
  needs(verifier?: Verifier, patience?: WaitLimits): CountedNeeds;
  /** How often the simulator was asked about accounts with these last four digits. */
  asked(last4: string): Promise<number>;
}

export async function openVerification(t: Lifetime): Promise<TestVerification> {
  return verificationOn(await openVerificationDatabase(t));
}

/** With a clock of the test's own, on a database that the tests of a file share. */
export async function openOwnVerification(t: Lifetime): Promise<TestVerification> {
  return verificationOn(await openShared(t, openVerificationDatabase));
}

type VerificationDatabase = Pick<TestVerification, "database" | "custody">;

async function openVerificationDatabase(t: Lifetime): Promise<VerificationDatabase> {
  const database = await openSeededDatabase(t);
  const custody = await openTestCustody(database.app);
  database.beforeDrop(async () => custody.close());
  return { database, custody };
}

function verificationOn({ database, custody }: VerificationDatabase): TestVerification {
  const clock = new StandingClock();
  const needs = (verifier?: Verifier, patience?: WaitLimits) =>
    verificationNeeds({
      db: database.payments,
      custody,
      clock,
      ...(verifier && { verifier }),
      ...(patience && { patience }),
    });
  const asked = async (last4: string) => {
    const rows = await database.owner.rows`
      select from simulator.verifications where last4 = ${last4}`;
    return rows.length;
  };
  return { database, custody, clock, needs, asked };
}

export const MAPPING = {
  requestIdHeader: "idempotency-key",
  keyHeader: { name: "authorization", prefix: "Bearer " },
  body: {
    id: "{{requestId}}",
    bank: { routing: "{{routingNumber}}", number: "{{accountNumber}}", kind: "{{accountType}}" },
    holder: { first: "{{firstName}}", last: "{{lastName}}", company: "{{company}}" },
  },
  words: { accountType: { checking: "C", savings: "S" } },
  answers: [
    { status: 200, where: { "/result": "accepted" }, means: "passed" },
    { status: [200, 422], where: { "/result": "denied" }, means: "refused", reasonAt: "/why" },
  ],
};

/** Has a long time limit, so that a busy machine does not look like a slow provider. */
export function openProvider(
  t: Lifetime,
  url: string,
  wishes: Partial<HttpVerifierNeeds> = {},
): HttpVerifier {
  const reading = readMapping(JSON.stringify({ ...MAPPING, url }), { allowsHttp: true });
  if (reading.kind === "bad") throw new Error(reading.errors.join(" "));
  const key = new Secret("provider-key");
  const { mapping } = reading;
  const verifier = new HttpVerifier({
    mapping,
    key,
    limitMs: 20_000,
    failuresMax: 1_000,
    ...wishes,
  });
  t.after(() => verifier.close());
  return verifier;
}
