/** Formats a log line for a terminal: time, level, request, message and fields; errors below it. */

type LogRecord = Readonly<Record<string, unknown>>;

const GRAY = 90;
const LEVEL_COLORS: Readonly<Record<string, number>> = {
  fatal: 31,
  error: 31,
  warn: 33,
  info: 32,
  debug: 36,
};

/** `line` is masked JSON. A line that is not a JSON object is returned unchanged. */
export function terminalLine(line: string, colors: boolean): string {
  const record = parseRecord(line);
  if (record === undefined) return line;
  const paint = (text: string, color: number) =>
    colors && text !== "" ? `\u001b[${color}m${text}\u001b[0m` : text;
  const level = printable(record["level"]);
  const parts = [
    paint(timeOf(record), GRAY),
    paint(level.toUpperCase().padEnd(5), LEVEL_COLORS[level] ?? GRAY),
    paint(printable(record["reqId"]).slice(0, 8), GRAY),
    requestOf(record),
    printable(record["msg"]),
    paint(otherFields(record), GRAY),
  ];
  const head = parts.filter((part) => part !== "").join(" ");
  return [head, ...errorLines(record["err"])].join("\n").concat("\n");
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

/** "POST /api/qsapi/3.8 200 12.3 ms 203.0.113.7" */
function requestOf({ method, route, status, ms, from }: LogRecord): string {
  const took = ms === undefined ? undefined : `${printable(ms)} ms`;
  return [method, route, status, took, from]
    .map(printable)
    .filter((part) => part !== "")
    .join(" ");
}

const SHOWN = new Set("level time pid reqId msg err method route status ms from".split(" "));

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
