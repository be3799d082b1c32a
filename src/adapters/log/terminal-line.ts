/**
 * Formats a log line for a terminal: time, level, message and fields; errors below it. The line of a
 * request is shorter: time, method, path, status, outcome and how long it took.
 */

type LogRecord = Readonly<Record<string, unknown>>;

const GRAY = 90;
const LEVEL_COLORS: Readonly<Record<string, number>> = {
  fatal: 31,
  error: 31,
  warn: 33,
  info: 32,
  debug: 36,
};
const [GREEN, YELLOW, RED] = [32, 33, 31];
const OUTCOME_COLORS: Readonly<Record<string, number>> = {
  success: GREEN,
  approved: GREEN,
  declined: YELLOW,
  pending: YELLOW,
  refused: YELLOW,
  failed: RED,
};
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

type Paint = (text: string, color: number) => string;

/** `line` is masked JSON. A line that is not a JSON object is returned unchanged. */
export function terminalLine(line: string, colors: boolean): string {
  const record = parseRecord(line);
  if (record === undefined) return line;
  const paint: Paint = (text, color) =>
    colors && text !== "" ? `\u001b[${color}m${text}\u001b[0m` : text;
  const parts = isRequest(record) ? requestParts(record, paint) : messageParts(record, paint);
  const head = parts.filter((part) => part !== "").join(" ");
  return [head, ...errorLines(record["err"])].join("\n").concat("\n");
}

function isRequest({ method, route, status, level, msg }: LogRecord): boolean {
  const isWhole = [method, route, status].every((part) => part !== undefined);
  return isWhole && level === "info" && msg === undefined;
}

/** "12:34:56.789 POST /api/qsapi/3.8 200 approved 12.3 ms" */
function requestParts(record: LogRecord, paint: Paint): readonly string[] {
  const { method, route, status, outcome, code, ms, from } = record;
  const address = printable(from);
  return [
    paint(timeOf(record), GRAY),
    printable(method).padEnd(4),
    printable(route),
    paint(printable(status), statusColor(Number(status))),
    paint(printable(outcome), OUTCOME_COLORS[printable(outcome)] ?? GRAY),
    printable(code),
    `${printable(ms)} ms`,
    paint(requestId(record), GRAY),
    LOOPBACK.test(address) ? "" : paint(address, GRAY),
    paint(otherFields(record), GRAY),
  ];
}

function statusColor(status: number): number {
  if (status >= 500) return RED;
  return status >= 400 ? YELLOW : GREEN;
}

function messageParts(record: LogRecord, paint: Paint): readonly string[] {
  const level = printable(record["level"]);
  return [
    paint(timeOf(record), GRAY),
    paint(level.toUpperCase().padEnd(5), LEVEL_COLORS[level] ?? GRAY),
    paint(requestId(record), GRAY),
    printable(record["msg"]),
    paint(otherFields(record), GRAY),
  ];
}

/** The part of the id that differs between requests: its milliseconds and its counter. */
function requestId({ reqId }: LogRecord): string {
  return printable(reqId).slice(9, 18);
}

function parseRecord(line: string): LogRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is LogRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The time of day in UTC. */
function timeOf({ time }: LogRecord): string {
  return printable(time).slice(11, 23);
}

const SHOWN = new Set(
  "level time pid reqId msg err method route status outcome code ms from".split(" "),
);

function otherFields(record: LogRecord): string {
  return Object.entries(record)
    .filter(([name]) => !SHOWN.has(name))
    .map(([name, value]) => `${printable(name)}=${printable(value)}`)
    .join(" ");
}

const CAUSES_MAX = 4;

/** The stack of an error and of its causes. A stack begins with the message. */
function errorLines(error: unknown, depth = 0): string[] {
  if (!isRecord(error) || depth > CAUSES_MAX) return [];
  const { stack, type, message, cause } = error;
  const text = typeof stack === "string" ? stack : `${printable(type)}: ${printable(message)}`;
  const lines = text.split("\n").map((line) => `    ${printable(line.trimEnd())}`);
  return [...(depth === 0 ? [] : ["  caused by"]), ...lines, ...errorLines(cause, depth + 1)];
}

// Text from a caller must not control the terminal or start a new line.
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

function printable(value: unknown): string {
  if (value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replaceAll(
    UNPRINTABLE,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
