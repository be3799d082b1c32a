/** A database with an audit log, and helpers that change it. */
import { type Act, recordAct } from "../../src/core/audit/act.ts";
import { Chainer } from "../../src/core/audit/chainer.ts";
import { type VerifyOptions, verifyAudit } from "../../src/core/audit/verify-audit.ts";
import type { Database } from "../../src/db/database.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { openTestCustody } from "./custody.ts";
import { openDatabase } from "./database.ts";
import type { Lifetime } from "./shared.ts";

const AN_HOUR_AGO = Temporal.Now.instant().subtract({ hours: 1 });

/** An audit entry with every optional field, recorded an hour ago. */
export function anAct(wishes: Partial<Act> = {}): Act {
  return {
    actor: { kind: "operator", id: "7", name: "Olga" },
    action: "account.update",
    subject: { kind: "account", id: "120000000001" },
    before: { name: "Old" },
    after: { name: "New" },
    result: "done",
    from: { address: "203.0.113.7", interfaceName: "console", requestId: "r-1" },
    at: { business: AN_HOUR_AGO, wall: AN_HOUR_AGO },
    ...wishes,
  };
}

export async function openAudit(t: Lifetime, count = 0) {
  const database = await openDatabase(t);
  const { owner, app } = database;
  const custody = await openTestCustody(app);
  database.beforeDrop(async () => custody.close());
  const record = async (times: number, wishes?: Partial<Act>) => {
    for (let k = 0; k < times; k++) await recordAct(app, anAct(wishes));
  };
  const chain = (db: Database = owner) => new Chainer({ db, custody }).chainAll();
  const verify = (options: VerifyOptions = {}, db: Database = owner) =>
    verifyAudit({ db, custody }, { patienceMs: 0, ...options });
  await record(count);
  await chain();
  return { database, owner, app, custody, record, chain, verify };
}

/** Runs as a superuser with triggers disabled, like an attacker who controls the database. */
export async function forcibly(
  owner: DatabasePool,
  work: (db: Database) => Promise<unknown>,
): Promise<void> {
  await owner.atomically(async (db) => {
    await db.rows`set local session_replication_role = replica`;
    await work(db);
  });
}

/** Counts the rows of each kind. */
export async function counts(owner: DatabasePool) {
  const [row] = await owner.rows<{ entries: number; links: number; waiting: number }>`
    select (select count(*) from audit_entries)::integer as entries,
      (select count(*) from audit_chain)::integer as links,
      (select count(*) from audit_unchained)::integer as waiting`;
  return row;
}
