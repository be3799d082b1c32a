/** How the interfaces answer, for metrics: each interface by its name, with its own outcomes. */
import type { AnswerOutcome } from "../../ports/metrics.ts";
import type { RequestNote } from "../../wire/request-note.ts";

/** By the beginning of the route. */
const INTERFACES: Readonly<Record<string, string>> = {
  "/api/v1": "management",
  "/api/decrypt/parser": "parser",
  "/api/json": "pos",
  "/api/qsapi/": "payments",
  "/api/tsapi/": "status",
  "/api/rsapi/": "reports",
  "/api/events/": "events",
  "/pay/": "form",
};
const FORM_ASSETS = "/pay/assets/";
/** The codes of payments and status, and of reports, for "try again": nothing is wrong with the request. */
const OWN_ERRORS: ReadonlySet<number | undefined> = new Set([50000, 611]);
const CLIENT_CLOSED = 499;

const known = new Map<string, string | undefined>();

/** Undefined for pages, health checks and unknown addresses. */
export function answeringInterface(route: string): string | undefined {
  if (!known.has(route)) known.set(route, findInterface(route));
  return known.get(route);
}

function findInterface(route: string): string | undefined {
  if (route.startsWith(FORM_ASSETS)) return undefined;
  return Object.entries(INTERFACES).find(([start]) => route.startsWith(start))?.[1];
}

export function answerOutcome(note: RequestNote, status: number): AnswerOutcome {
  const { outcome, errorCode, isOverLimit = false } = note;
  if (status === CLIENT_CLOSED) return "closed";
  if (isOverLimit) return "refused";
  if (outcome === "declined" || outcome === "pending" || outcome === "approved") return outcome;
  if (status >= 500 || OWN_ERRORS.has(errorCode)) return "failed";
  return outcome === "error" || status >= 400 ? "refused" : "success";
}
