/**
 * Claims events of the outbox and stores the results of their delivery. A claim expires by itself, and
 * only its holder can record a failed delivery. Statements with spliced parts are planned on every call,
 * because a plan made for an empty table would read all of a full one.
 */
import { columnArrays } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import {
  type AccountGroup,
  pinToAccount,
  runByGroup,
} from "../../../db/sharding/account-groups.ts";
import { sql } from "../../../db/sql.ts";
import type {
  ClaimedEvent,
  ClaimedEvents,
  DeliveryResult,
  DuePage,
  EventClaim,
  ReceiverShare,
} from "../delivery.ts";
import type { EndpointKey } from "../endpoint-store.ts";
import type { FailureReason, OutboxKind } from "../event.ts";
import { type ClaimRow, resultColumns, toClaimed } from "./delivery-rows.ts";
import { DueAccountStore, type PageWish } from "./due-account-store.ts";
import { DueEndpointStore } from "./due-endpoint-store.ts";
import { EVENT_ORDER, STILL_WAITING, WAITING } from "./waiting-sql.ts";

/** Few enough for the planner to look them up one by one. */
const PUT_OFF_MAX = 200;
const FAILED_MAX = 200;
const RETRY_BEHIND_AFTER = Temporal.Duration.from({ seconds: 1 });

export class DeliveryStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Receivers with due events, in the order of their accounts. */
  listDueReceivers(kind: OutboxKind, now: Temporal.Instant, wish: PageWish): Promise<DuePage> {
    if (kind === "delivery") return new DueEndpointStore(this.#db).listDueEndpoints(now, wish);
    return new DueAccountStore(this.#db).listDueAccounts(kind, now, wish);
  }

  /**
   * Claims the oldest due events of these receivers. Of each transaction only the first event that is not
   * delivered to the endpoint is claimed; later ones are postponed until it is due, or for a moment. More
   * events are examined than claimed, so that postponed ones do not block others.
   */
  async claimEvents(claim: EventClaim): Promise<ClaimedEvents> {
    const { shares } = claim;
    const claimed = await runByGroup(this.#db, shares, (group) => this.#claimInGroup(claim, group));
    return {
      events: claimed.flatMap(({ events }) => events),
      putOff: claimed.reduce((sum, { putOff }) => sum + putOff, 0),
    };
  }

  async #claimInGroup(
    { worker, kind, now, until }: EventClaim,
    group: AccountGroup<ReceiverShare>,
  ): Promise<ClaimedEvents> {
    const [accounts, numbers, mosts] = columnArrays(group.rows, ["accountId", "number", "most"]);
    const [isHere, isOwn] = [sql`account_id`, sql`o.account_id`].map((column) =>
      pinToAccount(column, group),
    );
    const rows = await this.#db.rows<ClaimRow>`
      with asked as (
        select * from unnest(${accounts}::bigint[], ${numbers}::int[], ${mosts}::int[])
          as a (account_id, endpoint, most)
      ), seen as materialized (
        select due.*, most, first.id as first_id, first.due_at as first_due_at
        from asked
        cross join lateral (
          select account_id, id, endpoint, transaction_id, due_at from outbox
          where kind = ${kind} and account_id = asked.account_id and ${isHere} and ${WAITING}
            and endpoint = asked.endpoint and due_at <= ${now}
            and (claimed_until is null or claimed_until <= ${now})
          order by due_at, id limit asked.most * 2
          for update skip locked
        ) as due
        left join lateral (
          select id, due_at from outbox
          where account_id = due.account_id and transaction_id = due.transaction_id
            and (kind = 'mail') = ${kind === "mail"}::boolean and endpoint = due.endpoint
            and ${isHere} and ${STILL_WAITING}
          order by ${EVENT_ORDER} limit 1
        ) as first on true
      ), put_off as (
        update outbox o set due_at = greatest(first_due_at, ${now.add(RETRY_BEHIND_AFTER)})
        from (select * from seen where first_id <> id limit ${PUT_OFF_MAX}) as behind
        where o.account_id = behind.account_id and o.id = behind.id and ${isOwn}
        returning 1
      ), chosen as (
        select account_id, id, most,
          row_number() over (partition by account_id, endpoint order by due_at, id) as place
        from seen where first_id is null or first_id = id
      ), claimed as (
        update outbox o set claimed_by = ${worker}, claimed_until = ${until}
        from chosen
        where o.account_id = chosen.account_id and o.id = chosen.id and place <= most and ${isOwn}
        returning o.account_id, o.id, o.endpoint, coalesce(o.copy_of, o.event_id) as event_id,
          o.event, o.payload::text as payload, o.sealed, o.tries, o.due_at, o.retry_until
      )
      select claimed.*, (select count(*)::int from put_off) as put_off
      from (select) as always left join claimed on true`;
    const events = rows.filter((row) => row.id !== null).map(toClaimed);
    return { events, putOff: rows[0]?.put_off ?? 0 };
  }

  /**
   * Stores attempts and their results in one statement. A delivery that succeeded is stored whoever holds
   * the claim now. A failed one is stored only by the holder of the claim.
   */
  async writeResults(worker: string, now: Temporal.Instant, results: readonly DeliveryResult[]) {
    await runByGroup(this.#db, results, (group) => this.#writeInGroup(worker, now, group));
  }

  async #writeInGroup(
    worker: string,
    now: Temporal.Instant,
    group: AccountGroup<DeliveryResult>,
  ): Promise<void> {
    const column = resultColumns(group.rows);
    const [isHere, isOwn] = [sql`account_id`, sql`o.account_id`].map((one) =>
      pinToAccount(one, group),
    );
    await this.#db.rows`
      with result as (
        select * from unnest(
          ${column.accountId}::bigint[], ${column.id}::bigint[],
          ${column.attemptedAt}::timestamptz[], ${column.durationMs}::int[],
          ${column.outcome}::text[], ${column.status}::int[], ${column.failure}::text[],
          ${column.answer}::text[], ${column.signature}::text[], ${column.hash}::text[],
          ${column.isDelivered}::boolean[], ${column.why}::text[], ${column.dueAt}::timestamptz[],
          ${column.retryUntil}::timestamptz[]
        ) as r (account_id, id, attempted_at, duration_ms, outcome, status, failure, answer,
          signature, hash, is_delivered, why, due_at, retry_until)
      ), kept as (
        insert into delivery_attempts (account_id, outbox_id, attempted_at, duration_ms, outcome,
          status, failure, answer, signature, hash)
        select account_id, id, attempted_at, duration_ms, outcome, status, failure, answer,
          signature, hash
        from result
        returning 1
      ), ended as (
        update outbox o set
          delivered_at = case when r.is_delivered then ${now}::timestamptz end,
          set_aside_at = case when r.why is not null then ${now}::timestamptz end,
          set_aside_why = r.why,
          due_at = coalesce(r.due_at, o.due_at), retry_until = r.retry_until,
          tries = o.tries + 1, claimed_by = null, claimed_until = null
        from result r
        where o.account_id = r.account_id and o.id = r.id and ${isOwn} and ${STILL_WAITING}
          and (r.is_delivered or o.claimed_by = ${worker})
        returning o.account_id, o.id, o.kind, o.endpoint, o.transaction_id,
          r.due_at is null as is_over
      )
      update outbox o set due_at = ${now}
      from ended cross join lateral (
        select account_id, id from outbox
        where account_id = ended.account_id and transaction_id = ended.transaction_id
          and (kind = 'mail') = (ended.kind = 'mail') and endpoint = ended.endpoint
          and id <> ended.id and ${isHere} and ${STILL_WAITING}
        order by ${EVENT_ORDER} limit 1
      ) as following
      where is_over and o.account_id = following.account_id and o.id = following.id and ${isOwn}
        and o.due_at > ${now} and o.claimed_until is null`;
  }

  /** Releases claims, so that another worker need not wait until they expire. */
  async releaseClaims(worker: string, events: readonly ClaimedEvent[]): Promise<void> {
    await runByGroup(this.#db, events, (group) => {
      const accounts = group.rows.map(({ accountId }) => accountId);
      const ids = group.rows.map(({ id }) => id);
      return this.#db.rows`
        update outbox o set claimed_by = null, claimed_until = null
        from unnest(${accounts}::bigint[], ${ids}::bigint[]) as given (account_id, id)
        where o.account_id = given.account_id and o.id = given.id and o.claimed_by = ${worker}
          and ${pinToAccount(sql`o.account_id`, group)}`;
    });
  }

  /** Sets aside some due events of receivers without an endpoint. Returns their number. */
  async failDueEvents(
    kind: OutboxKind,
    now: Temporal.Instant,
    { receivers, why }: { readonly receivers: readonly EndpointKey[]; readonly why: FailureReason },
  ): Promise<number> {
    const counts = await runByGroup(this.#db, receivers, (group) =>
      this.#failInGroup(group, { kind, now, why }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async #failInGroup(
    group: AccountGroup<EndpointKey>,
    { kind, now, why }: EventFailure,
  ): Promise<number> {
    const [accounts, numbers] = columnArrays(group.rows, ["accountId", "number"]);
    return this.#db.count`
      with due as materialized (
        select outbox.account_id, outbox.id
        from unnest(${accounts}::bigint[], ${numbers}::int[]) as asked (account_id, endpoint)
        cross join lateral (
          select account_id, id from outbox
          where kind = ${kind} and account_id = asked.account_id and ${WAITING}
            and endpoint = asked.endpoint and ${pinToAccount(sql`account_id`, group)}
            and due_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
          order by due_at, id limit ${FAILED_MAX} for update skip locked
        ) as outbox
      )
      update outbox o set set_aside_at = ${now}, set_aside_why = ${why}
      from due where o.account_id = due.account_id and o.id = due.id
        and ${pinToAccount(sql`o.account_id`, group)}`;
  }
}

interface EventFailure {
  readonly kind: OutboxKind;
  readonly now: Temporal.Instant;
  readonly why: FailureReason;
}
