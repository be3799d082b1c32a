/** The reporting API: rows of a report, one after the other, however long the report is. */
import { type Deadline, startDeadline } from "../call/deadline.ts";
import { repeatSafely } from "../call/retry.ts";
import { describeReply, describeUnreadable, startRequest } from "../call/send.ts";
import { SixdoorsError } from "../errors.ts";
import type { CallOptions } from "../options.ts";
import type { Gateway } from "../payments/gateway.ts";
import { checkAmount, writeFields } from "../wire/form.ts";
import { PARAMETER_NAMES, REPORT_PATH, type ReportForm } from "./report-names.ts";
import { type ReportRow, readRow } from "./report-row.ts";
import { RowSplitter } from "./row-splitter.ts";

type Value<Wire> = string extends Wire ? string : "1" extends Wire ? boolean : Wire;

/** Without a date, a report covers yesterday in the account's time zone. */
export type ReportInput = {
  readonly [K in keyof typeof PARAMETER_NAMES]?:
    | Value<NonNullable<ReportForm[(typeof PARAMETER_NAMES)[K]]>>
    | undefined;
};

export interface Reports {
  /** The rows as they arrive. Leave the loop to end the download. */
  rows(input?: ReportInput, options?: CallOptions): AsyncGenerator<ReportRow, void>;
}

const AREA = "reports";
const OK = "100";
const NO_DATA = "608";
const TRY_LATER = "611";

interface Download {
  readonly deadline: Deadline;
  /** Absent if nothing matches. */
  readonly body?: ReadableStream<Uint8Array>;
}

export function openReports(gateway: Gateway): Reports {
  return { rows: (input = {}, options = {}) => readRows(gateway, input, options) };
}

async function* readRows(
  gateway: Gateway,
  input: ReportInput,
  options: CallOptions,
): AsyncGenerator<ReportRow, void> {
  for (const name of ["amount", "minAmount", "maxAmount"] as const) {
    checkAmount(name, input[name], AREA);
  }
  const { retry } = gateway.connection;
  const start = () => startDownload(gateway, input, options);
  const { deadline, body } = await repeatSafely({ retry, area: AREA, options }, start);
  try {
    if (body !== undefined) yield* splitRows(body, deadline);
  } finally {
    deadline.end();
  }
}

/** Nothing was read yet, so this can be repeated. */
async function startDownload(
  { connection, login }: Gateway,
  input: ReportInput,
  options: CallOptions,
): Promise<Download> {
  const fields = {
    ...login(),
    response_format: "JSON",
    ...writeFields(input, PARAMETER_NAMES, AREA),
  };
  const body = new URLSearchParams(fields);
  const deadline = startDeadline(options, connection.timeoutMs);
  try {
    const request = { area: AREA, method: "POST", path: REPORT_PATH, body } as const;
    return await readHead(await startRequest(connection, request, deadline), deadline);
  } catch (failure) {
    const error = deadline.explain(failure, AREA);
    deadline.end();
    throw error;
  }
}

async function readHead(response: Response, deadline: Deadline): Promise<Download> {
  const { status, headers, body } = response;
  const reply = { area: AREA, status, headers } as const;
  const code = /^\d{3}/.exec(headers.get("qs-response-code") ?? "")?.[0];
  if (code === OK && body !== null) return { deadline, body };
  if (code === NO_DATA) return { deadline };
  if (code === undefined) throw describeUnreadable(reply);
  const facts = { ...describeReply(reply), isTemporary: code === TRY_LATER };
  throw new SixdoorsError(await response.text(), { code: code as `${number}`, ...facts });
}

async function* splitRows(
  body: ReadableStream<Uint8Array>,
  deadline: Deadline,
): AsyncGenerator<ReportRow, void> {
  const splitter = new RowSplitter();
  const reader = body.getReader();
  try {
    for await (const text of readTexts(reader, deadline)) yield* splitter.push(text).map(readRow);
    if (!splitter.isWhole()) throw describeIncomplete();
  } finally {
    // A caller who leaves the loop ends the download. An ended stream is not changed by this.
    reader.cancel().catch(() => undefined);
  }
}

/** The text as it arrives. The time limit applies to each piece. */
async function* readTexts(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  deadline: Deadline,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  for (let isDone = false; !isDone; ) {
    deadline.renew();
    const { done, value } = await readPiece(reader, deadline);
    isDone = done;
    yield decoder.decode(value, { stream: !done });
  }
}

async function readPiece(reader: ReadableStreamDefaultReader<Uint8Array>, deadline: Deadline) {
  try {
    return await reader.read();
  } catch (failure) {
    const error = deadline.explain(failure, AREA);
    throw error.code === "aborted" ? error : describeIncomplete();
  }
}

function describeIncomplete(): SixdoorsError {
  return new SixdoorsError("The report ended before its last row. Ask for it again.", {
    code: "incomplete_report",
    area: AREA,
    isTemporary: true,
  });
}
