/** Runs ACH work step by step: every statement and every outside call stops at a hook first. */
import { setTimeout as pause } from "node:timers/promises";
import type { AchNeeds } from "../../src/core/ach/ach-needs.ts";
import type { Database } from "../../src/db/database.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";

type BeforeStep = (name: string) => Promise<void>;

/** The first half of the lock's key, which is the same in every release. */
const CONNECTION_LOCK = 6_003_607;
const STATEMENTS = ["rows", "count", "atomically"];
/** Listing the inbox is a generator, which begins at its first file. */
const BANK_CALLS = ["prepareDraft", "handOver", "listDrafts", "removeDraft", "acknowledge"];
const POLL_MS = 5;

/**
 * Returns the same needs with a hook before every statement, key operation and call of the bank.
 */
export function withSteps(needs: AchNeeds, beforeStep: BeforeStep): AchNeeds {
  const { directory, sftp } = needs.networks;
  if (directory === undefined || sftp === undefined) throw new Error("a bank drop is missing");
  return {
    ...needs,
    db: stepping(needs.db, "database", { beforeStep, methods: STATEMENTS }),
    custody: stepping(needs.custody, "custody", { beforeStep, methods: ["seal", "open"] }),
    vault: stepping(needs.vault, "vault", { beforeStep, methods: ["openSealedBank"] }),
    networks: {
      directory: stepping(directory, "bank", { beforeStep, methods: undefined }),
      sftp: stepping(sftp, "bank", { beforeStep, methods: BANK_CALLS }),
    },
  };
}

interface Stepping {
  readonly beforeStep: BeforeStep;
  /** Undefined: all of them. */
  readonly methods: readonly string[] | undefined;
}

function stepping<Part extends object>(part: Part, name: string, how: Stepping): Part {
  return new Proxy(part, {
    get: (target, key) => {
      const value = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      const isStep = how.methods === undefined || how.methods.includes(String(key));
      if (!isStep) return value.bind(target);
      return async (...given: unknown[]) => {
        await how.beforeStep(`${name} ${String(key)}`);
        return value.apply(target, given.map(steppingInside(name, how)));
      };
    },
  });
}

/** The statements of a transaction are steps too. */
function steppingInside(name: string, how: Stepping) {
  return (given: unknown) => {
    if (name !== "database" || typeof given !== "function") return given;
    return (db: Database) => given(stepping(db, "transaction", how));
  };
}

/**
 * Ends the server process that holds the lock of a connection's files. Returns how many there were.
 */
export async function killLockHolder(owner: DatabasePool): Promise<number> {
  const killed = await owner.rows`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and classid = ${CONNECTION_LOCK} and granted
      and database = (select oid from pg_database where datname = current_database())`;
  return killed.length;
}

/** Waits until the work is done, or until it waits for a lock that another session holds. */
export async function untilDoneOrBlocked(
  owner: DatabasePool,
  work: Promise<unknown>,
): Promise<void> {
  let isDone = false;
  const ended = () => {
    isDone = true;
  };
  work.then(ended, ended);
  while (!isDone) {
    const blocked = await owner.rows`
      select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and wait_event <> 'advisory'`;
    if (blocked.length > 0) return;
    await pause(POLL_MS);
  }
}
