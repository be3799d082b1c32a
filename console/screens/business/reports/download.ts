/** Downloads a report with progress, and saves the file when it is complete. */
import { useEffect, useRef, useState } from "react";
import type {
  ReportFilters,
  ReportFormatName,
} from "../../../../src/interfaces/console/business/contract.ts";
import type { ConsoleError } from "../../../../src/interfaces/console/contract.ts";
import { ApiError, withParams } from "../../../api.ts";
import { RowCounter } from "./row-counter.ts";

export type Download =
  | { readonly state: "none" }
  | ({ readonly state: "running" | "done" } & Progress)
  | { readonly state: "failed"; readonly error: unknown };

interface Progress {
  readonly format: ReportFormatName;
  readonly rows: number;
  readonly bytes: number;
}

/** Chunks are combined into blobs, which browsers can keep outside the page's memory. */
const FOLD_BYTES = 8 * 1024 * 1024;
const PROGRESS_EVERY_MS = 150;
const TYPES: Record<ReportFormatName, string> = {
  CSV: "text/csv",
  JSON: "application/json",
  XML: "application/xml",
};

export function useDownload() {
  const [download, setDownload] = useState<Download>({ state: "none" });
  const cancel = useRef<AbortController>(undefined);
  // When the user leaves the screen, the download is canceled on the server too.
  useEffect(() => () => cancel.current?.abort(), []);
  const start = async (question: ReportFilters, format: ReportFormatName) => {
    cancel.current?.abort();
    const leaving = new AbortController();
    cancel.current = leaving;
    const { signal } = leaving;
    const tell = (progress: Progress) => setDownload({ state: "running", ...progress });
    tell({ format, rows: 0, bytes: 0 });
    try {
      const { blob, name, progress } = await fetchReport(question, { format, signal, tell });
      saveFile(blob, name);
      setDownload({ state: "done", ...progress });
    } catch (error) {
      if (!signal.aborted) setDownload({ state: "failed", error });
    }
  };
  const stop = () => {
    cancel.current?.abort();
    setDownload({ state: "none" });
  };
  return { download, start, stop };
}

interface Fetching {
  readonly format: ReportFormatName;
  readonly signal: AbortSignal;
  tell(progress: Progress): void;
}

async function fetchReport(question: ReportFilters, fetching: Fetching) {
  const { format, signal } = fetching;
  const path = withParams("/console/api/reports/download", { ...question, format });
  const response = await fetch(path, { signal }).catch(() => {
    throw interrupted();
  });
  if (!response.ok || response.body === null) throw await readError(response);
  const disposition = response.headers.get("content-disposition") ?? "";
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? `report.${format.toLowerCase()}`;
  return { name, ...(await readAll(response.body, fetching)) };
}

async function readAll(body: ReadableStream<Uint8Array>, { format, tell }: Fetching) {
  const counter = new RowCounter(format);
  const folded: Blob[] = [];
  let [pieces, loose, bytes, toldMs]: [BlobPart[], number, number, number] = [[], 0, 0, 0];
  const progress = () => ({ format, rows: counter.rows, bytes });
  for await (const piece of readPieces(body)) {
    counter.add(piece);
    pieces.push(piece as Uint8Array<ArrayBuffer>);
    bytes += piece.length;
    loose += piece.length;
    if (loose > FOLD_BYTES) {
      folded.push(new Blob(pieces));
      [pieces, loose] = [[], 0];
    }
    if (performance.now() - toldMs > PROGRESS_EVERY_MS) {
      toldMs = performance.now();
      tell(progress());
    }
  }
  return { blob: new Blob([...folded, ...pieces], { type: TYPES[format] }), progress: progress() };
}

async function* readPieces(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await readOrBroken(reader);
    if (done) return;
    yield value;
  }
}

const interrupted = () =>
  new ApiError(0, {
    code: "unreachable",
    message: "The download was interrupted and nothing was saved. Try again.",
  });

/** An incomplete report is discarded. */
async function readOrBroken(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch {
    throw interrupted();
  }
}

async function readError(response: Response): Promise<ApiError> {
  const { error } = (await response.json().catch(() => ({}))) as Partial<ConsoleError>;
  return new ApiError(response.status, error ?? { code: "unavailable" });
}

function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
