/** The log of API requests: all of them for operators, their own for merchants and partners. */

import type { RequestOwnerStore } from "../../../core/request-log/request-owner-store.ts";
import type {
  RequestOwner,
  RequestReadingStore,
  RequestSummary,
  StoredRequest,
} from "../../../core/request-log/request-reading-store.ts";
import { RequestError } from "../../../wire/request-error.ts";
import type { CursorPage, Permission } from "../contract.ts";
import { cursorId } from "../cursor-page.ts";
import { numericId } from "../ids.ts";
import { addList } from "../lists/export-list.ts";
import { REQUEST_COLUMNS } from "../lists/test-columns.ts";
import type { Call, Routes } from "../routes.ts";
import { asCurl } from "./as-curl.ts";
import type { RequestDetails, RequestLine, RequestOwnerChoice } from "./contract.ts";
import { readRequestFilter } from "./read-filter.ts";

type Work<Result> = (store: RequestReadingStore) => Promise<Result>;

export interface RequestNeeds {
  readonly requests: {
    readonly all: RequestReadingStore;
    readonly owners: RequestOwnerStore;
    /** Runs work that sees only the requests of one account or partner. */
    within<Result>(owner: RequestOwner, work: Work<Result>): Promise<Result>;
  };
  /** The host part of the caller's URL. */
  readonly publicUrl: string;
}

interface RequestRoutes {
  readonly path: string;
  readonly needed: Permission;
  readonly publicUrl: string;
  read<Result>(call: Call, work: Work<Result>): Promise<Result>;
}

const TAIL_MAX = 100;

export function addRequests(routes: Routes, { requests, publicUrl }: RequestNeeds): void {
  routes.get("/certification/requests/owners", "certification", async () => ({
    items: (await requests.owners.listOwners()).map(({ kind, id, name }) =>
      writeOwner(kind, id, name),
    ),
  }));
  serveRequests(routes, {
    ...{ path: "/certification/requests", needed: "certification", publicUrl },
    read: (_call, work) => work(requests.all),
  });
  serveRequests(routes, {
    ...{ path: "/requests", needed: "requests", publicUrl },
    read: (call, work) => requests.within(ownerOf(call), work),
  });
}

function serveRequests(routes: Routes, { path, needed, publicUrl, read }: RequestRoutes): void {
  addList(routes, {
    ...{ path, needs: needed, name: "request-log", columns: REQUEST_COLUMNS },
    read: async (call): Promise<CursorPage<RequestLine>> => {
      const { query } = call;
      const [filter, before] = [readRequestFilter(query), cursorId(query, "before")];
      const page = await read(call, (store) => store.listOlder(filter, before, query.take()));
      const items = page.items.map(writeRequestLine);
      return page.next === undefined ? { items } : { items, next: page.next };
    },
  });
  routes.get(`${path}/newer`, needed, async (call): Promise<CursorPage<RequestLine>> => {
    const filter = readRequestFilter(call.query);
    const after = cursorId(call.query, "after") ?? "0";
    const items = await read(call, (store) => store.listNewer(filter, after, TAIL_MAX));
    return { items: items.map(writeRequestLine) };
  });
  routes.get(`${path}/:id`, needed, async (call) => {
    const id = numericId(call.param("id"));
    if (id === undefined) return undefined;
    const stored = await read(call, (store) => store.findRequest(id));
    return stored && writeRequestDetails(stored, publicUrl);
  });
}

function ownerOf({ person }: Call): RequestOwner {
  if (person.kind === "pos_user") return { accountId: person.account.id };
  if (person.kind === "contact" && person.client === undefined) {
    return { partnerId: person.partner.id };
  }
  throw new RequestError("forbidden", "role");
}

function writeRequestLine(row: RequestSummary): RequestLine {
  const { id, tookMs, operation, interfaceName, method, path, status, outcome } = row;
  const { errorCode, transactionId, amountCents, currency } = row;
  const owner = requestOwner(row);
  return {
    ...{ id, tookMs, operation, interfaceName, method, path, status, outcome },
    receivedAt: row.receivedAt.toString(),
    ...(errorCode !== null && { errorCode }),
    ...(owner !== undefined && { owner }),
    ...(transactionId !== null && { transactionId }),
    ...(amountCents !== null && { amountCents }),
    ...(currency !== null && { currency }),
  };
}

function requestOwner(row: RequestSummary): RequestOwnerChoice | undefined {
  const { accountId, accountName, partnerId, partnerName } = row;
  if (accountId !== null) return writeOwner("account", accountId, accountName ?? accountId);
  return partnerId === null
    ? undefined
    : writeOwner("partner", partnerId, partnerName ?? `Partner ${partnerId}`);
}

function writeOwner(kind: "account" | "partner", id: string, name: string): RequestOwnerChoice {
  return { value: `${kind}-${id}`, name };
}

function writeRequestDetails(stored: StoredRequest, publicUrl: string): RequestDetails {
  const { requestId, address, request, answer, actor } = stored;
  return {
    ...writeRequestLine(stored),
    ...{ requestId, address, request, answer },
    ...(actor !== null && { actor }),
    curl: asCurl(stored, publicUrl),
  };
}
