/** A problem that operators may be told, and the moment that decides whether it is new. */
import type { Database } from "../../db/database.ts";
import type { News } from "./news.ts";
import { NotificationStore, type OpenProblems } from "./notification-store.ts";

/** News without the moment that decides whether it is new. */
export interface FoundProblem extends Omit<News, "occurrence"> {
  /** When the newest of them came up, where that is known. */
  readonly newest?: readonly (Temporal.Instant | null)[];
  /** Problems without a time of their own: the first run that sees one is its beginning. */
  readonly tracked?: OpenProblems;
}

/** Undefined: there is no such problem. When the newest one is solved, an older one is no news. */
export async function dateProblem(
  owner: Database,
  { newest = [], tracked, ...problem }: FoundProblem,
  at: Temporal.Instant,
): Promise<News | undefined> {
  const beganAt = tracked && (await new NotificationStore(owner).trackProblems(tracked, at));
  const moments = [beganAt, ...newest].filter((moment) => moment !== null && moment !== undefined);
  const last = moments.toSorted(Temporal.Instant.compare).at(-1);
  return last && { ...problem, occurrence: last.toString() };
}
