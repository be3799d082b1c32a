/**
 * Reads the request log by position, newest first. An operator reads all of it. A merchant or partner
 * reads its own requests: every statement names the owner, and row-level security checks it again.
 */
import type { Database } from "../../db/database.ts";
import { allConditions, type Sql, sql } from "../../db/sql.ts";
import type { RequestOutcome } from "../../values/request-outcome.ts";
import type { LoggedRequest } from "./request-log-store.ts";

export type RequestOwner = { readonly accountId: string } | { readonly partnerId: string };

export interface RequestFilter {
  readonly interfaceName?: string | undefined;
  /** Of one account or partner. */
  readonly owner?: RequestOwner | undefined;
  readonly outcome?: RequestOutcome | undefined;
  readonly from?: Temporal.Instant | undefined;
  /** Exclusive. */
  readonly until?: Temporal.Instant | undefined;
  readonly transactionId?: string | undefined;
  readonly requestId?: string | undefined;
  /** Part of the address, the request or the answer, case-insensitive. */
  readonly text?: string | undefined;
}

/** Values that a request does not have are null. */
export interface RequestSummary
  extends Pick<
    LoggedRequest,
    | "receivedAt"
    | "tookMs"
    | "interfaceName"
    | "operation"
    | "method"
    | "path"
    | "status"
    | "outcome"
  > {
  readonly id: string;
  readonly errorCode: string | null;
  readonly actor: string | null;
  readonly accountId: string | null;
  readonly accountName: string | null;
  readonly currency: string | null;
  readonly partnerId: string | null;
  readonly partnerName: string | null;
  readonly transactionId: string | null;
  readonly amountCents: number | null;
}

export type StoredRequest = RequestSummary &
  Pick<LoggedRequest, "requestId" | "address" | "request" | "answer">;

export interface RequestPage {
  readonly items: readonly RequestSummary[];
  /** Where the next page starts. Undefined: there are no older requests. */
  readonly next: string | undefined;
}

/** The most rows that are searched for a page, so that a rare match does not read the whole log. */
const SEARCHED_MAX = 20_000;

const SUMMARY = sql`log.id, log.received_at as "receivedAt", log.took_ms as "tookMs", log.interface_name as "interfaceName",
  log.operation, log.method, log.path, log.status, log.outcome, log.error_code as "errorCode", log.actor,
  log.account_id as "accountId", account.name as "accountName", account.currency,
  log.partner_id as "partnerId", partner.name as "partnerName",
  lpad(log.transaction_id::text, 12, '0') as "transactionId", log.amount_cents::float8 as "amountCents"`;
const NAMES = sql`left join accounts account on account.id = log.account_id
  left join partners partner on partner.id = log.partner_id`;

export class RequestReadingStore {
  readonly #db: Database;
  readonly #owner: RequestOwner | undefined;

  /** Without an owner it reads all requests, which needs a role that sees them. */
  constructor(db: Database, owner?: RequestOwner) {
    this.#db = db;
    this.#owner = owner;
  }

  /** Before a position, or from the newest. After an empty page there may be more. */
  async listOlder(
    filter: RequestFilter,
    before: string | undefined,
    take: number,
  ): Promise<RequestPage> {
    const narrow = [...this.#narrow(filter), ...(before ? [sql`log.id < ${before}`] : [])];
    const items = await this.#db.rows<RequestSummary>`
      select ${SUMMARY} from (
        select * from request_log log where ${allConditions(narrow)}
        order by log.id desc limit ${SEARCHED_MAX}
      ) as log ${NAMES}
      where ${allConditions(searchConditions(filter))}
      order by log.id desc limit ${take + 1}`;
    if (items.length > take) return { items: items.slice(0, take), next: items[take - 1]?.id };
    return { items, next: await this.#lastSearched(narrow) };
  }

  /** After a position, newest first. If there are many, only the newest ones. */
  async listNewer(
    filter: RequestFilter,
    after: string,
    take: number,
  ): Promise<readonly RequestSummary[]> {
    const conditions = [...this.#narrow(filter), ...searchConditions(filter)];
    return this.#db.rows<RequestSummary>`
      select ${SUMMARY} from request_log log ${NAMES}
      where log.id > ${after} and ${allConditions(conditions)}
      order by log.id desc limit ${take}`;
  }

  async findRequest(id: string): Promise<StoredRequest | undefined> {
    const [row] = await this.#db.rows<StoredRequest>`
      select ${SUMMARY}, log.request_id as "requestId", log.address, log.request, log.answer
      from request_log log ${NAMES}
      where log.id = ${id} and ${allConditions(ownerConditions(this.#owner))}`;
    return row;
  }

  /** The conditions that an index answers. */
  #narrow(filter: RequestFilter): readonly Sql[] {
    return [
      ...ownerConditions(this.#owner),
      ...ownerConditions(filter.owner),
      ...indexedConditions(filter),
    ];
  }

  /** Where the search ended. Undefined: it reached the oldest request. */
  async #lastSearched(narrow: readonly Sql[]): Promise<string | undefined> {
    const [row] = await this.#db.rows<{ id: string }>`
      select id from request_log log where ${allConditions(narrow)}
      order by id desc offset ${SEARCHED_MAX - 1} limit 1`;
    return row?.id;
  }
}

function ownerConditions(owner: RequestOwner | undefined): readonly Sql[] {
  if (owner === undefined) return [];
  return "accountId" in owner
    ? [sql`log.account_id = ${owner.accountId}`]
    : [sql`log.partner_id = ${owner.partnerId}`];
}

function indexedConditions(filter: RequestFilter): readonly Sql[] {
  const { outcome, from, until, transactionId: id, requestId } = filter;
  return [
    ...(outcome === undefined ? [] : [sql`log.outcome = ${outcome}`]),
    ...(from === undefined ? [] : [sql`log.received_at >= ${from}`]),
    ...(until === undefined ? [] : [sql`log.received_at < ${until}`]),
    ...(id === undefined ? [] : [hasTransaction(id)]),
    ...(requestId === undefined ? [] : [sql`log.request_id = ${requestId}`]),
  ];
}

/** By two indexes. With "or", sessions that use plain index lookups would read the whole log. */
function hasTransaction(id: string): Sql {
  return sql`log.id in (select id from request_log where transaction_id = ${id}
    union all select id from request_log where original_id = ${id})`;
}

function searchConditions({ interfaceName, text }: RequestFilter): readonly Sql[] {
  return [
    ...(interfaceName === undefined ? [] : [sql`log.interface_name = ${interfaceName}`]),
    ...(text === undefined
      ? []
      : [holds(sql`concat_ws(' ', log.path, log.request, log.answer)`, text)]),
  ];
}

function holds(column: Sql, part: string): Sql {
  return sql`position(lower(${part}) in lower(${column})) > 0`;
}
