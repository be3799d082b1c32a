/**
 * Runs a report at the database's speed and hands out a stream of its bytes at the reader's. It
 * does not know what the bytes mean: a format says that.
 */
import type { Readable } from "node:stream";
import type { Spool, Spools } from "../../ports/spool.ts";
import type { ReportQuery } from "./criteria.ts";
import type { ReportPacing } from "./report-pacing.ts";
import type { Leave, ReportQueue } from "./report-queue.ts";
import type { ReportLook, ReportStore, RowFormat } from "./report-store.ts";

export interface ReportFormat {
  /** How the database writes rows for it. */
  readonly rows: RowFormat;
  /** Its head tells how many rows follow. */
  readonly countsFirst: boolean;
  /** Makes of the database's bytes those that are sent. */
  readonly rewriter: {
    /** Rows that have gone through. */
    readonly rows: number;
    write(chunk: Buffer): readonly Buffer[];
    end(): readonly Buffer[];
  };
  head(count: number): string;
  tail(count: number): string;
}

export interface ReportNeeds {
  readonly queue: ReportQueue;
  /** Where to read, the best place first. */
  readonly sources: { inOrder(): Promise<readonly ReportStore[]> };
  readonly spools: Spools;
  /** No snapshot lives longer. */
  readonly snapshotLimitMs: number;
  /** For each report. */
  readonly pacing: () => Pick<ReportPacing, "pace">;
}

export type ReportAnswer =
  | { readonly kind: "report"; readonly stream: Readable }
  | { readonly kind: "no_data" }
  /** As many as there may be are under way. */
  | { readonly kind: "too_many" };

export class ReportTooSlow extends Error {
  override readonly name = "ReportTooSlow";
}

export interface ReportOrder {
  readonly callerId: string;
  readonly query: ReportQuery;
  readonly format: ReportFormat;
  /** The caller has gone away. */
  readonly left: AbortSignal;
}

/** Resolves with the first row, or once it is known that there is none. */
export async function runReport(
  needs: ReportNeeds,
  { callerId, query, format, left }: ReportOrder,
): Promise<ReportAnswer> {
  left.throwIfAborted();
  if (query.criteria.accountIds.length === 0) return { kind: "no_data" };
  const leave = await takePlace(needs, callerId, left);
  if (leave === undefined) return { kind: "too_many" };
  const spool = needs.spools.open();
  const stopped = new AbortController();
  left.addEventListener("abort", () => spool.reader.destroy());
  // At its end, when its reader has gone away, and when it was broken off.
  spool.reader.once("close", () => {
    stopped.abort();
    leave();
  });
  const begun = Promise.withResolvers<ReportAnswer>();
  const start = () => begun.resolve({ kind: "report", stream: spool.reader });
  produce(needs, { query, format, spool, signal: stopped.signal, start }).then(
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

/** Who leaves while it waits, or in the very moment when it is called, keeps no place. */
async function takePlace(
  { queue }: ReportNeeds,
  callerId: string,
  left: AbortSignal,
): Promise<Leave | undefined> {
  const leave = await queue.enter(callerId, left);
  if (left.aborted) leave?.();
  left.throwIfAborted();
  return leave;
}

interface Work {
  readonly query: ReportQuery;
  readonly format: ReportFormat;
  readonly spool: Spool;
  readonly signal: AbortSignal;
  /** The first bytes are there. */
  readonly start: () => void;
}

async function produce(needs: ReportNeeds, work: Work): Promise<number> {
  const { format, spool } = work;
  const tooSlow = () => spool.fail(new ReportTooSlow("the report took too long"));
  const limit = setTimeout(tooSlow, needs.snapshotLimitMs);
  try {
    const count = await readOnce(needs, work);
    if (count === 0) return 0;
    for (const bytes of format.rewriter.end()) await spool.add(bytes);
    await spool.add(Buffer.from(format.tail(count)));
    spool.end();
    return count;
  } finally {
    clearTimeout(limit);
  }
}

/** Where the best place fails before anything was sent, the next one is as good as new. */
async function readOnce(needs: ReportNeeds, work: Work): Promise<number> {
  const places = await needs.sources.inOrder();
  for (const [at, store] of places.entries()) {
    let hasStarted = false;
    const start = () => {
      hasStarted = true;
      work.start();
    };
    try {
      return await readRows(needs, store, { ...work, start });
    } catch (error) {
      const isLast = at === places.length - 1;
      if (isLast || hasStarted || work.signal.aborted) throw error;
    }
  }
  throw new Error("there is no place to read from");
}

async function readRows(needs: ReportNeeds, store: ReportStore, work: Work): Promise<number> {
  const { query, format, signal } = work;
  const options = { limitMs: needs.snapshotLimitMs, signal };
  const rows = await store.look(query, options, async (look) => {
    const count = format.countsFirst ? await look.count() : undefined;
    return count === 0 ? undefined : pass(look, work, { count, pacing: needs.pacing() });
  });
  // The database has told the number once the snapshot is closed.
  return rows?.rowCount ?? 0;
}

interface Passing {
  readonly count: number | undefined;
  readonly pacing: Pick<ReportPacing, "pace">;
}

async function pass(
  look: ReportLook,
  { format, spool, start }: Work,
  { count = 0, pacing }: Passing,
) {
  const rows = look.rows(format.rows);
  let isFirst = true;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
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
