/**
 * Stores which bank accounts have passed verification for a merchant, and the lease of the process
 * that asks about one. Bank accounts are stored as fingerprints. Leases use the database's time.
 */
import { columnArrays } from "../../db/arrays.ts";
import type { Database } from "../../db/database.ts";
import type { VerifierAnswer } from "../../ports/verifier.ts";
import type { SecCode } from "../../values/bank.ts";
import { FREQUENCY_MAX_DAYS, type VerificationSettings, type WhenUnavailable } from "./settings.ts";

/** A bank account of one merchant's customer. */
export interface KnownBank {
  readonly accountId: string;
  readonly fingerprint: Uint8Array;
}

export interface KnownVerification {
  readonly settings: VerificationSettings;
  readonly lastVerifiedAt: Temporal.Instant | undefined;
  /** When this was read, by the database's time. */
  readonly seenAt: Temporal.Instant;
}

/** What a process finds that did not get the lease. */
export type LeaseReading =
  | VerifierAnswer
  | { readonly kind: "being_asked" }
  | { readonly kind: "free" };

interface KnownRow {
  readonly is_enabled: boolean;
  readonly sec_codes: readonly SecCode[];
  readonly frequency_days: number | null;
  readonly covers_recurring: boolean;
  readonly covers_reissue: boolean;
  readonly when_unavailable: WhenUnavailable;
  readonly passed_at: Temporal.Instant | null;
  readonly seen_at: Temporal.Instant;
}

interface LeaseRow {
  readonly answer: VerifierAnswer["kind"] | null;
  readonly reason: string | null;
  readonly is_held: boolean;
  readonly is_recent: boolean;
}

/** A pass of that time counts for no account. */
const LONGER_THAN_VALID = { hours: 24 * (FREQUENCY_MAX_DAYS + 1) };

export class VerificationStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Undefined: the account has no settings or no ACH processor. */
  async findVerification({
    accountId,
    fingerprint,
  }: KnownBank): Promise<KnownVerification | undefined> {
    const [row] = await this.#db.rows<KnownRow>`
      select is_enabled, sec_codes, frequency_days, covers_recurring, covers_reissue,
        when_unavailable, passed_at, clock_timestamp() as seen_at
      from accounts
        join verification_settings settings on settings.account_id = accounts.id
        left join verification_passes pass
          on pass.account_id = settings.account_id and pass.fingerprint = ${fingerprint}
      where accounts.id = ${accountId} and ach_processor is not null`;
    return row && toKnown(row);
  }

  /**
   * Takes the lease, unless another process holds it or has answered since then. The row is never
   * deleted here: a process that takes it sees everything that the last holder committed.
   */
  async takeLease(
    { accountId, fingerprint }: KnownBank,
    { holder, leaseMs, since }: { holder: string; leaseMs: number; since: Temporal.Instant },
  ): Promise<boolean> {
    const taken = await this.#db.count`
      insert into verification_leases as held (account_id, fingerprint, holder, held_until)
      values (${accountId}, ${fingerprint}, ${holder},
        clock_timestamp() + ${leaseMs} * interval '1 millisecond')
      on conflict (account_id, fingerprint) do update
      set holder = excluded.holder, held_until = excluded.held_until
      where held.held_until <= clock_timestamp()
        and (held.answered_at is null or held.answered_at < ${since})`;
    return taken === 1;
  }

  /** Returns only answers that came since the given time. */
  async readLease(
    { accountId, fingerprint }: KnownBank,
    since: Temporal.Instant,
  ): Promise<LeaseReading> {
    const [row] = await this.#db.rows<LeaseRow>`
      select answer, reason, held_until > clock_timestamp() as is_held,
        coalesce(answered_at >= ${since}, false) as is_recent
      from verification_leases
      where account_id = ${accountId} and fingerprint = ${fingerprint}`;
    if (row?.answer && row.is_recent) return toAnswer(row.answer, row.reason);
    return { kind: row?.is_held ? "being_asked" : "free" };
  }

  /**
   * A pass is stored even if another process has taken the lease meanwhile. It is not stored if a
   * return has ended the verification since the question.
   */
  async recordPass(
    { accountId, fingerprint, since }: KnownBank & { readonly since: Temporal.Instant },
    holder: string,
    passedAt: Temporal.Instant,
  ): Promise<void> {
    await this.#db.rows`
      with told as (
        update verification_leases
        set answer = 'passed', reason = null, answered_at = clock_timestamp(),
          held_until = clock_timestamp()
        where account_id = ${accountId} and fingerprint = ${fingerprint} and holder = ${holder}
      )
      insert into verification_passes as known (account_id, fingerprint, passed_at)
      values (${accountId}, ${fingerprint}, ${passedAt})
      on conflict (account_id, fingerprint) do update
      set passed_at = greatest(known.passed_at, excluded.passed_at)
      where known.ended_at is null or known.ended_at < ${since}`;
  }

  /**
   * Ends the verification of bank accounts, each at most once in a call. The row stays, so that a
   * pass that was asked for before does not count either. `at` is business time.
   */
  async endVerifications(banks: readonly KnownBank[], at: Temporal.Instant): Promise<void> {
    if (banks.length === 0) return;
    const [accounts, fingerprints] = columnArrays(banks, ["accountId", "fingerprint"]);
    await this.#db.rows`
      insert into verification_passes as known (account_id, fingerprint, passed_at, ended_at)
      select said.account_id, said.fingerprint, ${at.subtract(LONGER_THAN_VALID)}::timestamptz,
        clock_timestamp()
      from unnest(${accounts}::bigint[], ${fingerprints}::bytea[])
          as said (account_id, fingerprint)
        join verification_settings settings on settings.account_id = said.account_id
      order by said.account_id, said.fingerprint
      on conflict (account_id, fingerprint) do update
      set passed_at = least(known.passed_at, excluded.passed_at), ended_at = excluded.ended_at`;
  }

  /** Stores a refusal or failure for requests that are waiting. Later requests ask again. */
  async recordAnswer(
    { accountId, fingerprint }: KnownBank,
    holder: string,
    answer: Exclude<VerifierAnswer, { readonly kind: "passed" }>,
  ): Promise<void> {
    await this.#db.rows`
      update verification_leases
      set answer = ${answer.kind}, reason = ${answer.kind === "refused" ? answer.reason : null},
        answered_at = clock_timestamp(), held_until = clock_timestamp()
      where account_id = ${accountId} and fingerprint = ${fingerprint} and holder = ${holder}`;
  }

  /** Releases the lease without an answer: the provider was not asked. */
  async releaseLease({ accountId, fingerprint }: KnownBank, holder: string): Promise<void> {
    await this.#db.rows`
      update verification_leases set held_until = clock_timestamp()
      where account_id = ${accountId} and fingerprint = ${fingerprint} and holder = ${holder}`;
  }
}

function toKnown(row: KnownRow): KnownVerification {
  const settings = {
    isEnabled: row.is_enabled,
    secCodes: row.sec_codes,
    frequencyDays: row.frequency_days ?? undefined,
    coversRecurring: row.covers_recurring,
    coversReissue: row.covers_reissue,
    whenUnavailable: row.when_unavailable,
  };
  return { settings, lastVerifiedAt: row.passed_at ?? undefined, seenAt: row.seen_at };
}

function toAnswer(kind: VerifierAnswer["kind"], reason: string | null): VerifierAnswer {
  return kind === "refused" ? { kind, reason: reason ?? "" } : { kind };
}
