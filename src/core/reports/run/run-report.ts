/**
 * Runs a report at the speed of the database, and returns a stream that the caller reads at its own
 * speed. A ReportFormat defines the bytes.
 */
import type { Readable } from "node:stream";
import type { Spool, Spools } from "../../../ports/spool.ts";
import type { ReportFormat } from "../../../values/report-format.ts";
import type { ReportQuery } from "../criteria.ts";
import type { ReportPacing } from "./report-pacing.ts";
import type { LeaveQueue, ReportQueue } from "./report-queue.ts";
import type { ReportSnapshot, ReportStore } from "./report-store.ts";

export interface ReportNeeds {
  readonly queue: ReportQueue;
  /** The databases to read from, the preferred one first. */
  readonly sources: { listSources(): Promise<readonly ReportStore[]> };
  readonly spools: Spools;
  /** The maximum duration of a snapshot. */
  readonly snapshotLimitMs: number;
  /** Called once per report. */
  readonly pacing: () => Pick<ReportPacing, "pace">;
}

/** What a stream needs, wherever its rows come from. */
export type StreamNeeds = Omit<ReportNeeds, "sources">;

export type ReportAnswer =
  | { readonly kind: "report"; readonly stream: Readable }
  | { readonly kind: "no_data" }
  /** The limit of running reports is reached. */
  | { readonly kind: "too_many" };

export class ReportTooSlow extends Error {
  override readonly name = "ReportTooSlow";
}

export interface ReportOrder {
  readonly callerId: string;
  readonly query: ReportQuery;
  readonly format: ReportFormat;
  /** Aborted when the caller disconnects. */
  readonly left: AbortSignal;
}

export async function runReport(
  needs: ReportNeeds,
  { query, ...order }: ReportOrder,
): Promise<ReportAnswer> {
  order.left.throwIfAborted();
  if (query.criteria.accountIds.length === 0) return { kind: "no_data" };
  return streamRows(needs, order, (work) => readFromSources(needs, query, work));
}

/**
 * Resolves when the first row is available, or when there are no rows. `read` writes the rows, calls
 * `start` with the first one, and returns how many there are.
 */
export async function streamRows(
  needs: StreamNeeds,
  { callerId, format, left }: Omit<ReportOrder, "query">,
  read: (work: RowWork) => Promise<number>,
): Promise<ReportAnswer> {
  left.throwIfAborted();
  const leave = await enterQueue(needs, callerId, left);
  if (leave === undefined) return { kind: "too_many" };
  const spool = needs.spools.open();
  const stopped = new AbortController();
  left.addEventListener("abort", () => spool.reader.destroy());
  // Runs at the end of the stream, when the caller disconnects, and after an error.
  spool.reader.once("close", () => {
    stopped.abort();
    leave();
  });
  const begun = Promise.withResolvers<ReportAnswer>();
  const start = () => begun.resolve({ kind: "report", stream: spool.reader });
  produce(needs, { format, spool, signal: stopped.signal, start }, read).then(
    (count) => {
      if (count > 0) return;
      begun.resolve({ kind: "no_data" });
      spool.reader.destroy();
    },
    (error: Error) => {
      begun.reject(error);
      spool.fail(error);
    },
  );
  return begun.promise;
}

/** A caller that disconnects while waiting, or while being admitted, does not keep its slot. */
export async function enterQueue(
  { queue }: StreamNeeds,
  callerId: string,
  left: AbortSignal,
): Promise<LeaveQueue | undefined> {
  const leave = await queue.enter(callerId, left);
  if (left.aborted) leave?.();
  left.throwIfAborted();
  return leave;
}

export interface RowWork {
  readonly format: ReportFormat;
  readonly spool: Spool;
  readonly signal: AbortSignal;
  /** Called when the first bytes are available. */
  readonly start: () => void;
}

async function produce(
  needs: StreamNeeds,
  work: RowWork,
  read: (work: RowWork) => Promise<number>,
): Promise<number> {
  const { format, spool } = work;
  let tooSlow: ReportTooSlow | undefined;
  const limit = setTimeout(() => {
    tooSlow = new ReportTooSlow("The report took too long.");
    spool.fail(tooSlow);
  }, needs.snapshotLimitMs);
  try {
    const count = await read(work);
    if (count === 0) return 0;
    for (const bytes of format.rewriter.end()) await spool.add(bytes);
    await spool.add(Buffer.from(format.tail(count)));
    spool.end();
    return count;
  } catch (error) {
    // Before the first row, the caller gets this error, and not that of the canceled statement.
    throw tooSlow ?? error;
  } finally {
    clearTimeout(limit);
  }
}

/** If a source fails before anything was sent, the next one is tried. */
async function readFromSources(
  needs: ReportNeeds,
  query: ReportQuery,
  work: RowWork,
): Promise<number> {
  const places = await needs.sources.listSources();
  for (const [at, store] of places.entries()) {
    let hasStarted = false;
    const start = () => {
      hasStarted = true;
      work.start();
    };
    try {
      return await readRows({ ...needs, store }, query, { ...work, start });
    } catch (error) {
      const isLast = at === places.length - 1;
      if (isLast || hasStarted || work.signal.aborted) throw error;
    }
  }
  throw new Error("There is no database to read the report from.");
}

interface StoreNeeds extends Pick<ReportNeeds, "snapshotLimitMs" | "pacing"> {
  readonly store: ReportStore;
}

async function readRows(
  { store, ...needs }: StoreNeeds,
  query: ReportQuery,
  work: RowWork,
): Promise<number> {
  const { format, signal } = work;
  const options = { limitMs: needs.snapshotLimitMs, signal };
  const rows = await store.withSnapshot(query, options, async (snapshot) => {
    const count = format.countsFirst ? await snapshot.count() : undefined;
    return count === 0 ? undefined : copyRows(snapshot, work, { count, pacing: needs.pacing() });
  });
  // The row count is known once the snapshot is closed.
  return rows?.rowCount ?? 0;
}

interface CopyOptions {
  readonly count?: number | undefined;
  readonly pacing: Pick<ReportPacing, "pace">;
}

export async function copyRows(
  snapshot: Pick<ReportSnapshot, "rows">,
  { format, spool, start }: RowWork,
  { count = 0, pacing }: CopyOptions,
) {
  const rows = snapshot.rows(format.rows);
  let isFirst = true;
  for await (const chunk of rows) {
    if (isFirst) {
      await spool.add(Buffer.from(format.head(count)));
      start();
    }
    isFirst = false;
    for (const bytes of format.rewriter.write(chunk)) await spool.add(bytes);
    await pacing.pace(chunk.length);
  }
  return rows;
}
