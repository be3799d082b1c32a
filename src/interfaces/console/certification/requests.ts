/** The log of all API requests with their responses. */
import { asCurl } from "../../../core/request-log/as-curl.ts";
import type {
  RequestFilter,
  RequestReadingStore,
  RequestSummary,
} from "../../../core/request-log/request-reading-store.ts";
import type { CursorPage } from "../contract.ts";
import { cursorId } from "../cursor-page.ts";
import { numericId } from "../ids.ts";
import type { Query } from "../read.ts";
import type { Routes } from "../routes.ts";
import type { RequestDetails, RequestLine } from "./contract.ts";

export interface RequestNeeds {
  readonly requests: RequestReadingStore;
  /** The host part of the caller's URL. */
  readonly publicUrl: string;
}

const TAIL_MAX = 100;

export function addRequests(routes: Routes, { requests, publicUrl }: RequestNeeds): void {
  routes.get("/certification/requests", "certification", async ({ query }) => {
    const before = cursorId(query, "before");
    const { items, next } = await requests.listOlder(
      readRequestFilter(query),
      before,
      query.take(),
    );
    const page: CursorPage<RequestLine> = {
      items: items.map(writeRequestLine),
      ...(next !== undefined && { next }),
    };
    return page;
  });
  routes.get("/certification/requests/newer", "certification", async ({ query }) => {
    const after = cursorId(query, "after") ?? "0";
    const items = await requests.listNewer(readRequestFilter(query), after, TAIL_MAX);
    return { items: items.map(writeRequestLine) } satisfies CursorPage<RequestLine>;
  });
  routes.get("/certification/requests/:id", "certification", async (call) => {
    const id = numericId(call.param("id"));
    const stored = id === undefined ? undefined : await requests.findRequest(id);
    if (stored === undefined) return undefined;
    const { requestId, address, request, answer } = stored;
    const shown: RequestDetails = {
      ...writeRequestLine(stored),
      ...{ requestId, address, request, answer },
      curl: asCurl(stored, publicUrl),
    };
    return shown;
  });
}

function readRequestFilter(query: Query): RequestFilter {
  const status = query.text("status") ?? "";
  return {
    interfaceName: query.text("interfaceName"),
    status: /^([1-5]|[1-5]\d\d)$/.test(status) ? Number(status) : undefined,
    actor: query.text("actor"),
    path: query.text("path"),
    text: query.text("text"),
  };
}

function writeRequestLine(summary: RequestSummary): RequestLine {
  const { id, tookMs, interfaceName, method, path, status, actor } = summary;
  return {
    ...{ id, tookMs, interfaceName, method, path, status },
    receivedAt: summary.receivedAt.toString(),
    ...(actor !== undefined && { actor }),
  };
}
