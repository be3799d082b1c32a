/**
 * The log line of a request. In certification, where people watch it on a terminal, it has the path
 * instead of the route's pattern, and pages' files and health checks have no line.
 */
import type { AnswerOutcome } from "../../ports/metrics.ts";

export interface EndedRequest {
  readonly method: string;
  /** As it was sent, with its query. */
  readonly url: string;
  /** The pattern of the route, or "none". */
  readonly route: string;
  readonly status: number;
  readonly tookMs: number;
  readonly address: string;
  readonly isAborted: boolean;
  /** How the interface answered; undefined for pages. */
  readonly outcome: AnswerOutcome | undefined;
  /** The interface's own error code. */
  readonly errorCode: number | undefined;
}

/** Files of pages, and addresses that programs ask for all the time. */
const QUIET = /\/assets\/|^\/(?:health\/|metrics$|favicon)/;
const PART_MAX = 40;

/** Undefined: no line. */
export function writeRequestLine(
  request: EndedRequest,
  isCertification: boolean,
): object | undefined {
  const { method, url, route, status, tookMs, address, isAborted, outcome, errorCode } = request;
  const path = url.split("?")[0] ?? "";
  if (isCertification && status < 400 && QUIET.test(path)) return undefined;
  return {
    method,
    // The pattern, not the address: an address may contain a token.
    route: isCertification ? shownPath(path, route) : route,
    status,
    ...(outcome === undefined ? {} : { outcome }),
    ...(errorCode === undefined ? {} : { code: errorCode }),
    ms: Math.round(tookMs * 10) / 10,
    from: address,
    ...(isAborted ? { aborted: true } : {}),
  };
}

/** The path, in which tokens and long parts are replaced by the names that the route has for them. */
function shownPath(path: string, route: string): string {
  const names = route.split("/");
  return path
    .split("/")
    .map((part, place) => {
      const name = names[place] ?? "";
      if (name === ":token") return name;
      return part.length > PART_MAX ? "…" : part;
    })
    .join("/");
}
