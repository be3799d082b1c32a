/** Processes that share a database. Each has its own access, connections and memory. */
import { Access } from "../../src/core/access/access.ts";
import {
  type CredentialChecker,
  type CredentialVerdict,
  WRONG,
} from "../../src/core/access/credential-checker.ts";
import type { LoginPolicy } from "../../src/core/access/failures/login-policy.ts";
import type { Credentials } from "../../src/core/access/memory/credential-memory.ts";
import type { Database } from "../../src/db/database.ts";
import { DatabasePool } from "../../src/db/database-pool.ts";
import { APP_ROLE } from "../../src/db/roles.ts";
import type { KeyCustody } from "../../src/ports/key-custody.ts";
import { Secret } from "../../src/values/secret.ts";
import { StandingClock } from "./clock.ts";
import { openTestCustody } from "./custody.ts";
import { openDatabase, type TestDatabase } from "./database.ts";
import type { Lifetime } from "./shared.ts";

/** Counts the statements sent to the database. While it is away, every statement fails. */
export class CountedPool extends DatabasePool {
  asked = 0;
  isAway = false;

  constructor(connectionString: string) {
    const limits = { size: 8, queueMax: 1_000, statementTimeoutMs: 10_000 };
    super({ connectionString, role: APP_ROLE, ...limits });
  }

  override async rows<Row>(literals: TemplateStringsArray, ...slots: readonly unknown[]) {
    this.#ask();
    return super.rows<Row>(literals, ...slots);
  }

  override async count(literals: TemplateStringsArray, ...slots: readonly unknown[]) {
    this.#ask();
    return super.count(literals, ...slots);
  }

  override async atomically<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    this.#ask();
    return super.atomically(work);
  }

  #ask(): void {
    this.asked++;
    if (this.isAway) throw new Error("the database is away");
  }
}

/** A clock that moves forward only when a test moves it. */
export class StopWatch {
  #ms = 0;
  readonly nowMs = () => this.#ms;

  pass(ms: number): void {
    this.#ms += ms;
  }
}

export interface TestProcess {
  readonly access: Access;
  readonly pool: CountedPool;
  readonly stopWatch: StopWatch;
  /** The delays of slowed-down logins, in order. */
  readonly held: number[];
  /** If set, delayed logins wait for it instead of continuing at once. */
  gate: Promise<void> | undefined;
}

export interface Environment extends TestDatabase {
  readonly custody: KeyCustody;
  readonly clock: StandingClock;
  /** Opens one more process. It has looked for changes once and looks again when it is told to. */
  openProcess(): Promise<TestProcess>;
}

export async function openEnvironment(t: Lifetime): Promise<Environment> {
  const database = await openDatabase(t);
  const custody = await openTestCustody(database.app);
  const clock = new StandingClock("2026-11-15T12:00:00Z");
  database.beforeDrop(async () => custody.close());
  const openProcess = async () => {
    const [pool, stopWatch] = [new CountedPool(database.url), new StopWatch()];
    database.beforeDrop(() => pool.close());
    const { nowMs } = stopWatch;
    const held: number[] = [];
    const pause = async (ms: number) => {
      held.push(ms);
      await process.gate;
    };
    const access = new Access({ database: pool, custody, clock, nowMs, pause });
    const process: TestProcess = { access, pool, stopWatch, held, gate: undefined };
    await access.watch.checkForChanges();
    return process;
  };
  return { ...database, custody, clock, openProcess };
}

export const HOME = "192.0.2.1";

export function credentials(name: string, secret = "right", address = HOME): Credentials {
  return { name, secret: new Secret(secret), address };
}

/** A credential checker that accepts the secret "right", and counts how often it was asked. */
export function openChecker({ access }: Pick<TestProcess, "access">, policy: LoginPolicy) {
  const checker: CredentialChecker<string> = access.createChecker(policy);
  const judged: string[] = [];
  const attempt = async (name: string, secret = "right", address = HOME) => {
    const tried = credentials(name, secret, address);
    const { kind } = await checker.admit(tried, async (): Promise<CredentialVerdict<string>> => {
      judged.push(name);
      return secret === "right" ? { kind: "right", caller: name, dependsOn: [] } : WRONG;
    });
    return kind;
  };
  return { checker, judged, attempt };
}

/** Counts each answer. */
export function tally(answers: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}
