/** Opens the log: JSON lines on standard output, or readable lines on a terminal; no secrets. */
import { type LoggerOptions, type Logger as PinoLogger, pino, stdTimeFunctions } from "pino";
import type { LogDestination } from "../../adapters/log/masking-destination.ts";
import { standardOutput } from "../../adapters/log/standard-output.ts";
import type { Config } from "../../config.ts";
import { ErrorRepeats } from "./error-repeats.ts";

export type { Logger } from "pino";

export function openLog(
  config: Pick<Config, "logLevel">,
  destination: LogDestination = standardOutput(),
): PinoLogger {
  const repeats = new ErrorRepeats({
    nowMs: () => performance.now(),
    later: (work, ms) => void setTimeout(work, ms).unref(),
    write: (line) => log.error(line, "errors were repeated"),
  });
  const log = pino(
    {
      level: config.logLevel,
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: (error: unknown) => describeError(error) },
      hooks: { logMethod: quietLogMethod(repeats) },
    },
    destination,
  );
  return log;
}

type LogMethod = NonNullable<NonNullable<LoggerOptions["hooks"]>["logMethod"]>;

/**
 * A field that cannot be read (a getter that throws) loses its line, but does not fail the request.
 */
function quietLogMethod(repeats: ErrorRepeats): LogMethod {
  return function (args, method, level) {
    try {
      if (level >= WARN && level < FATAL && isRepeated(repeats, args)) return;
      method.apply(this, args);
    } catch {
      method.call(this, "a log line could not be written: one of its fields cannot be read");
    }
  };
}

const WARN = pino.levels.values["warn"] ?? 40;
const FATAL = pino.levels.values["fatal"] ?? 60;

function isRepeated(repeats: ErrorRepeats, [fields, message]: readonly unknown[]): boolean {
  const { err } = (fields ?? {}) as { readonly err?: unknown };
  // Some libraries throw plain objects.
  if (typeof err !== "object" || err === null) return false;
  return repeats.isRepeated(typeof message === "string" ? message : "", err);
}

/** Some libraries throw plain objects. Only their message and code are logged. */
function describeOther(error: unknown): object {
  const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown };
  return {
    type: typeof error,
    ...(typeof code === "string" ? { code } : {}),
    ...(typeof message === "string" ? { message } : {}),
  };
}

const CAUSES_MAX = 4;

/** Only these fields are logged, because the detail of a database error quotes the failed row. */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return describeOther(error);
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const isLast = cause === undefined || depth === CAUSES_MAX;
  return {
    type: error.name,
    ...(typeof code === "string" ? { code } : {}),
    message: error.message,
    stack: error.stack,
    ...(isLast ? {} : { cause: describeError(cause, depth + 1) }),
  };
}
