/** Reads the request log by position, newest first, a limited number of rows at a time. */
import type { Database } from "../../db/database.ts";
import { allConditions, type Sql, sql } from "../../db/sql.ts";
import type { LoggedRequest } from "./request-log-store.ts";

export interface RequestFilter {
  readonly interfaceName?: string | undefined;
  /** 2 for 2xx, or a whole status, for example 404. */
  readonly status?: number | undefined;
  /** A part of the text, case-insensitive. */
  readonly actor?: string | undefined;
  readonly path?: string | undefined;
  /** Part of the request, the answer or the request id. */
  readonly text?: string | undefined;
}

export type RequestSummary = Omit<LoggedRequest, "request" | "answer" | "requestId" | "address"> & {
  readonly id: string;
};

export type KeptRequest = LoggedRequest & { readonly id: string };

export interface RequestPage {
  readonly items: readonly RequestSummary[];
  /** Where the next page starts. Undefined: there are no older requests. */
  readonly next: string | undefined;
}

/** The most rows examined for a page, so that a rare match does not read the whole log. */
const LOOKED_THROUGH_MAX = 20_000;
const SUMMARY = sql`id, received_at as "receivedAt", took_ms as "tookMs", interface_name as "interfaceName", method, path, status,
  actor`;

export class RequestReadingStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Before a position, or from the newest. After an empty page there may be more. */
  async listOlder(
    filter: RequestFilter,
    before: string | undefined,
    take: number,
  ): Promise<RequestPage> {
    const from = before ?? String(BigInt(await this.#newest()) + 1n);
    const floor = BigInt(from) - BigInt(LOOKED_THROUGH_MAX);
    const rows = await this.#db.rows<SummaryRow>`
      select ${SUMMARY} from request_log
      where id < ${from} and id >= ${String(floor)} and ${allConditions(conditionsOf(filter))}
      order by id desc limit ${take + 1}`;
    const items = rows.slice(0, take).map(toSummary);
    if (rows.length > take) return { items, next: items.at(-1)?.id };
    return { items, next: (await this.#hasOlder(floor)) ? String(floor) : undefined };
  }

  /** After a position, newest first. If there are many, only the newest ones. */
  async listNewer(
    filter: RequestFilter,
    after: string,
    take: number,
  ): Promise<readonly RequestSummary[]> {
    const rows = await this.#db.rows<SummaryRow>`
      select ${SUMMARY} from request_log
      where id > ${after} and ${allConditions(conditionsOf(filter))}
      order by id desc limit ${take}`;
    return rows.map(toSummary);
  }

  async findRequest(id: string): Promise<KeptRequest | undefined> {
    const [row] = await this.#db.rows<Omit<KeptRequest, "actor"> & { actor: string | null }>`
      select id, request_id as "requestId", received_at as "receivedAt", took_ms as "tookMs", interface_name as "interfaceName",
        method, path, status, actor, address, request, answer
      from request_log where id = ${id}`;
    return row && { ...row, actor: row.actor ?? undefined };
  }

  async #newest(): Promise<string> {
    const [row] = await this.#db.rows<{ id: string }>`
      select id from request_log order by id desc limit 1`;
    return row?.id ?? "0";
  }

  async #hasOlder(floor: bigint): Promise<boolean> {
    const [row] = await this.#db.rows`select from request_log where id < ${String(floor)} limit 1`;
    return row !== undefined;
  }
}

type SummaryRow = Omit<RequestSummary, "actor"> & { readonly actor: string | null };

function toSummary({ actor, ...row }: SummaryRow): RequestSummary {
  return { ...row, actor: actor ?? undefined };
}

function conditionsOf({ interfaceName, status, actor, path, text }: RequestFilter): readonly Sql[] {
  return [
    ...(interfaceName === undefined ? [] : [sql`interface_name = ${interfaceName}`]),
    ...(status === undefined ? [] : [statusIs(status)]),
    ...(actor === undefined ? [] : [holds(sql`coalesce(actor, '')`, actor)]),
    ...(path === undefined ? [] : [holds(sql`path`, path)]),
    ...(text === undefined ? [] : [holds(sql`concat_ws(' ', request_id, request, answer)`, text)]),
  ];
}

function statusIs(status: number): Sql {
  return status < 10 ? sql`status / 100 = ${status}` : sql`status = ${status}`;
}

function holds(column: Sql, part: string): Sql {
  return sql`position(lower(${part}) in lower(${column})) > 0`;
}
