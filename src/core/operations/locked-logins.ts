/**
 * Lists logins that are locked or slowed down after failures, and unlocks them. Failures are counted by
 * digest only. The user of a lock is found in the audit log, which recorded the start of the lock.
 */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import {
  type CountedLogins,
  type FailureFigures,
  LoginFailureStore,
  removeLock,
} from "../access/failures/login-failure-store.ts";
import type { LoginFailures } from "../access/failures/login-failures.ts";
import { LOGIN_POLICIES } from "../access/failures/login-policy.ts";
import type { ActingParty } from "../accounts/act-on-account.ts";
import { recordAct } from "../audit/act.ts";
import { AuditEntryStore } from "../audit/audit-entry-store.ts";

export interface LockNeeds {
  readonly db: DatabasePool;
  readonly failures: LoginFailures;
  readonly clock: Clock;
}

export interface LockedLogin {
  /** The digest in hex, which does not reveal the user name. */
  readonly id: string;
  readonly kind: "locked" | "slowed";
  readonly until: Temporal.Instant;
  /** Null if the audit log has no entry for it any more, or it was masked. */
  readonly of: CountedLogins | null;
}

const LOCKS_SHOWN = 100;
/** The newest entries. They include all current locks, unless there is an attack. */
const ACTS_MAX = 500;

export function loginFigures({ db, clock }: LockNeeds): Promise<FailureFigures> {
  return new LoginFailureStore(db).countFailures(clock.wall());
}

export async function listLockedLogins(needs: LockNeeds): Promise<readonly LockedLogin[]> {
  const { db, clock } = needs;
  const locks = await new LoginFailureStore(db).locks(clock.wall(), LOCKS_SHOWN);
  const known = locks.length === 0 ? new Map() : await knownDigests(needs);
  return locks.map(({ digest, kind, until }) => {
    const id = hex(digest);
    return { id, kind, until, of: known.get(id) ?? null };
  });
}

/** Returns false if it is not locked or slowed down any more. */
export async function unlockLogin(needs: LockNeeds, id: string, by: ActingParty): Promise<boolean> {
  const { db, clock } = needs;
  const of = (await knownDigests(needs)).get(id);
  return db.atomically(async (transaction) => {
    const isRemoved = await removeLock(transaction, Buffer.from(id, "hex"), clock.wall());
    if (!isRemoved) return false;
    await recordAct(transaction, {
      ...by,
      action: "login.unlock",
      subject: { kind: "login", id: of?.name ?? of?.address ?? id },
      before: of ?? {},
      result: "done",
    });
    return true;
  });
}

/** Logins in recent audit entries, by the digests under which their failures are counted. */
async function knownDigests({ db, failures }: LockNeeds) {
  const entries = new AuditEntryStore(db);
  const [locks, slows] = await Promise.all(
    ["login.lock", "login.slow"].map((action) => entries.listEntries({ action, take: ACTS_MAX })),
  );
  const known = new Map<string, CountedLogins>();
  for (const { after } of [...(locks ?? []), ...(slows ?? [])]) {
    const { interfaceName, name = "", address = "" } = (after ?? {}) as Partial<CountedLogins>;
    for (const policy of listPolicies(interfaceName)) {
      // The audit log has the network of an IPv6 address, which is not an address.
      const one = address.replace(/\/64$/, "");
      const attempt = failures.describeAttempt(policy, name, one);
      const slowed = attempt.name === undefined ? [] : [attempt.name];
      for (const { digest, of } of [...attempt.counts, ...slowed]) known.set(hex(digest), of);
    }
  }
  return known;
}

function listPolicies(interfaceName: string | undefined) {
  return LOGIN_POLICIES.filter((policy) => policy.interfaceName === interfaceName);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
