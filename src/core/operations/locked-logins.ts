/**
 * Who is locked out or slowed down after failed logins, and the way back in. Counts are kept by
 * digest alone: whose a lock is, only the audit can say, which recorded it when the lock began.
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
  /** The digest, in hex: nobody can tell a name from it. */
  readonly id: string;
  readonly kind: "locked" | "slowed";
  readonly until: Temporal.Instant;
  /** Null where the audit does not have it any more, or had to mask it. */
  readonly of: CountedLogins | null;
}

const LOCKS_SHOWN = 100;
/** Locks that began last: whoever is locked now is among them, unless somebody attacks. */
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

/** False: it is neither locked nor slowed down (any more). */
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

/** What the audit has of late, by the digests that it would be counted under. */
async function knownDigests({ db, failures }: LockNeeds) {
  const entries = new AuditEntryStore(db);
  const [locks, slows] = await Promise.all(
    ["login.lock", "login.slow"].map((action) => entries.listEntries({ action, take: ACTS_MAX })),
  );
  const known = new Map<string, CountedLogins>();
  for (const { after } of [...(locks ?? []), ...(slows ?? [])]) {
    const { interfaceName, name = "", address = "" } = (after ?? {}) as Partial<CountedLogins>;
    for (const policy of policiesOf(interfaceName)) {
      // The audit has the network of an address, which is no address itself.
      const one = address.replace(/\/64$/, "");
      const attempt = failures.describeAttempt(policy, name, one);
      const slowed = attempt.name === undefined ? [] : [attempt.name];
      for (const { digest, of } of [...attempt.counts, ...slowed]) known.set(hex(digest), of);
    }
  }
  return known;
}

function policiesOf(interfaceName: string | undefined) {
  return LOGIN_POLICIES.filter((policy) => policy.interfaceName === interfaceName);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
