/** The log of all API requests with their responses. */
import { asCurl } from "../../../core/request-log/as-curl.ts";
import type {
  RequestFilter,
  RequestReadingStore,
  RequestSummary,
} from "../../../core/request-log/request-reading-store.ts";
import type { CursorPage } from "../contract.ts";
import type { Query } from "../read.ts";
import type { Routes } from "../routes.ts";
import type { RequestLine, RequestShown } from "./contract.ts";
import { cursorOf } from "./pages.ts";

export interface RequestNeeds {
  readonly requests: RequestReadingStore;
  /** The host part of the caller's URL. */
  readonly publicUrl: string;
}

const TAIL_MAX = 100;

export function addRequests(routes: Routes, { requests, publicUrl }: RequestNeeds): void {
  routes.get("/certification/requests", "certification", async ({ query }) => {
    const before = cursorOf(query);
    const { items, next } = await requests.listOlder(filterOf(query), before, query.take());
    const page: CursorPage<RequestLine> = {
      items: items.map(shownLine),
      ...(next !== undefined && { next }),
    };
    return page;
  });
  routes.get("/certification/requests/newer", "certification", async ({ query }) => {
    const after = cursorOf(query, "after") ?? "0";
    const items = await requests.listNewer(filterOf(query), after, TAIL_MAX);
    return { items: items.map(shownLine) } satisfies CursorPage<RequestLine>;
  });
  routes.get("/certification/requests/:id", "certification", async (call) => {
    const id = call.param("id");
    const kept = /^\d{1,18}$/.test(id) ? await requests.findRequest(id) : undefined;
    if (kept === undefined) return undefined;
    const { requestId, address, request, answer } = kept;
    const shown: RequestShown = {
      ...shownLine(kept),
      ...{ requestId, address, request, answer },
      curl: asCurl(kept, publicUrl),
    };
    return shown;
  });
}

function filterOf(query: Query): RequestFilter {
  const status = query.text("status") ?? "";
  return {
    interfaceName: query.text("interfaceName"),
    status: /^([1-5]|[1-5]\d\d)$/.test(status) ? Number(status) : undefined,
    actor: query.text("actor"),
    path: query.text("path"),
    text: query.text("text"),
  };
}

function shownLine(summary: RequestSummary): RequestLine {
  const { id, tookMs, interfaceName, method, path, status, actor } = summary;
  return {
    ...{ id, tookMs, interfaceName, method, path, status },
    receivedAt: summary.receivedAt.toString(),
    ...(actor !== undefined && { actor }),
  };
}
