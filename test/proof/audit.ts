/**
 * The proof of the audit chain: random tamperings of every kind, one to three at a time, each on
 * the same valid chain and rolled back afterwards. All must be found, and the valid chain must have
 * no findings.
 */
import { recordAct } from "../../src/core/audit/act.ts";
import { Chainer } from "../../src/core/audit/chainer.ts";
import { purgeAudit } from "../../src/core/audit/purge-audit.ts";
import { type AuditReport, verifyAudit } from "../../src/core/audit/verify-audit.ts";
import type { Database } from "../../src/db/database.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { migrate, readMigrations } from "../../src/db/migrate.ts";
import type { KeyCustody } from "../../src/ports/key-custody.ts";
import { StandingClock } from "../kit/clock.ts";
import { openTestCustody } from "../kit/custody.ts";
import { poolOf } from "../kit/database.ts";
import { CHAIN_TAMPERINGS } from "./chain-tamperings.ts";
import { ENTRY_TAMPERINGS } from "./entry-tamperings.ts";
import { Random } from "./random.ts";
import type { Scene } from "./tampering.ts";

export interface AuditProofNeeds {
  /** How many tamperings to try. */
  readonly count: number;
  /** An empty or migrated database that nothing else uses. */
  readonly databaseUrl: string;
  /** The same seed gives the same tamperings. */
  readonly seed?: number;
  readonly onProgress?: (tried: number) => void;
}

export interface AuditProof {
  readonly seed: number;
  readonly tried: number;
  readonly found: number;
  /** The tamperings that were not found. */
  readonly missed: readonly string[];
  readonly falseAlarms: number;
  readonly byKind: Readonly<Record<string, number>>;
}

const TAMPERINGS = { ...ENTRY_TAMPERINGS, ...CHAIN_TAMPERINGS };
const ENTRIES = 40;
const UNTOUCHED_EVERY = 50;

export async function proveAudit(needs: AuditProofNeeds): Promise<AuditProof> {
  const { count, databaseUrl, seed = 1, onProgress = () => {} } = needs;
  const owner = poolOf(databaseUrl);
  try {
    await migrate(owner, await readMigrations());
    const custody = await openTestCustody(owner);
    const trial = new Trial(owner, custody, new Random(seed));
    await trial.prepare();
    // The first half uses a complete chain, the second one that retention has shortened.
    await trial.tamper(Math.ceil(count / 2), onProgress);
    await trial.purge();
    await trial.tamper(Math.floor(count / 2), onProgress);
    custody.close();
    return { seed, ...trial.result };
  } finally {
    await owner.close();
  }
}

class Trial {
  readonly #owner: DatabasePool;
  readonly #custody: KeyCustody;
  readonly #random: Random;
  readonly #missed: string[] = [];
  readonly #byKind: Record<string, number> = {};
  #tried = 0;
  #falseAlarms = 0;

  constructor(owner: DatabasePool, custody: KeyCustody, random: Random) {
    this.#owner = owner;
    this.#custody = custody;
    this.#random = random;
  }

  get result(): Omit<AuditProof, "seed"> {
    const [tried, missed] = [this.#tried, this.#missed];
    const found = tried - missed.length;
    return { tried, found, missed, falseAlarms: this.#falseAlarms, byKind: this.#byKind };
  }

  async prepare(): Promise<void> {
    await fillAudit(this.#owner, ENTRIES, this.#random);
    await this.#chain();
  }

  async purge(): Promise<void> {
    const clock = new StandingClock();
    const before = clock.business().subtract({ hours: 500 * 24 });
    await purgeAudit({ owner: this.#owner, custody: this.#custody, clock }, before);
    await this.#chain();
    await this.#expectNothing();
  }

  async tamper(count: number, onProgress: (tried: number) => void): Promise<void> {
    for (const goal = this.#tried + count; this.#tried < goal; ) {
      if (this.#tried % UNTOUCHED_EVERY === 0) await this.#expectNothing();
      await this.#tamperOnce();
      onProgress(this.#tried);
    }
    await this.#expectNothing();
  }

  async #chain(): Promise<void> {
    await new Chainer({ db: this.#owner, custody: this.#custody }).chainAll();
  }

  /** Uses small pages too, so that a break can be at the edge of one. */
  #verify(db: Database): Promise<AuditReport> {
    const pageSize = this.#random.of([1, 2, 7, 1_000]);
    return verifyAudit({ db, custody: this.#custody }, { patienceMs: 0, pageSize });
  }

  async #expectNothing(): Promise<void> {
    const { isSound, good } = await this.#verify(this.#owner);
    if (!isSound || good === 0) this.#falseAlarms++;
  }

  async #tamperOnce(): Promise<void> {
    const kinds = this.#chooseKinds();
    const report = await rolledBack(this.#owner, async (db) => {
      await db.rows`set local session_replication_role = replica`;
      const before = await digest(db);
      const scene = await readScene(db, this.#random);
      for (const kind of kinds) await TAMPERINGS[kind]?.(scene);
      return (await digest(db)) === before ? undefined : this.#verify(db);
    });
    // A tampering without an effect does not count.
    if (report === undefined) return;
    this.#tried++;
    for (const kind of kinds) this.#byKind[kind] = (this.#byKind[kind] ?? 0) + 1;
    if (report.isSound) this.#missed.push(`${this.#tried}: ${kinds.join(" + ")}`);
  }

  /** First each kind alone, then one in three combined with others. */
  #chooseKinds(): readonly string[] {
    const all = Object.keys(TAMPERINGS);
    const due = all.find((kind) => this.#byKind[kind] === undefined);
    const first = due !== undefined && this.#tried < all.length ? due : this.#random.of(all);
    return this.#random.whole(1, 3) > 1 ? [first] : [first, this.#random.of(FREE)];
  }
}

/** The kinds that work after any other tampering. */
const FREE = Object.keys(TAMPERINGS).filter((kind) =>
  /changed|taken away|before and after|removed$|cut off$|without/.test(kind),
);

/**
 * Adds entries with many and with few details, an hour old. The older half is old in business time.
 */
export async function fillAudit(db: Database, count: number, random: Random): Promise<void> {
  const wall = new StandingClock().wall().subtract({ hours: 1 });
  for (let k = 0; k < count; k++) {
    const business = wall.subtract({ hours: k < count / 2 ? 600 * 24 : 0 });
    const maybe = <Value>(value: Value) => (random.fraction() < 0.6 ? value : undefined);
    await recordAct(db, {
      actor: {
        kind: random.of(["operator", "merchant_user"]),
        id: maybe(`a${k}`),
        name: `Añna ${k % 5}`,
      },
      action: random.of(["account.create", "account.update", "user.login"]),
      subject: { kind: "account", id: String(120_000_000_000 + (k % 7)) },
      before: maybe({ name: "aa", limits: { daily: k % 3 }, list: [null, 1.5] }),
      after: maybe({ name: "ab", is_active: k % 2 === 0 }),
      result: random.of(["done", "refused", "failed"]),
      from: {
        address: maybe("203.0.113.7"),
        interfaceName: maybe("console"),
        requestId: maybe(`r${k}`),
      },
      at: { business, wall: wall.add({ seconds: k }) },
    });
  }
}

async function readScene(db: Database, random: Random): Promise<Scene> {
  const links = await db.rows<{ sequence: string; entry_id: string }>`
    select sequence, entry_id from audit_chain order by sequence`;
  const [anchor] = await db.rows<{ sequence: string }>`select sequence from audit_anchor`;
  return {
    db,
    random,
    sequences: links.map(({ sequence }) => sequence),
    entryIds: links.map(({ entry_id: id }) => id),
    anchored: anchor?.sequence ?? "0",
  };
}

/** Reads the whole audit log without the product's code. */
async function digest(db: Database): Promise<string> {
  const [row] = await db.rows<{ digest: string }>`
    select md5(string_agg(line, e'\\n' order by line)) as digest from (
      select 'e ' || r::text as line from audit_entries r
      union all select 'c ' || r::text from audit_chain r
      union all select 'a ' || r::text from audit_anchor r
      union all select 'h ' || r::text from audit_head r) lines`;
  return row?.digest ?? "";
}

async function rolledBack<Result>(
  owner: DatabasePool,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const undo = new Error("undo");
  let result: { readonly value: Result } | undefined;
  await owner
    .atomically(async (db) => {
      result = { value: await work(db) };
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  if (result === undefined) throw undo;
  return result.value;
}
