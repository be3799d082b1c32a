/**
 * Errors of a database that is unavailable: unreachable, not answering, read-only or overloaded.
 */

/** The server did not answer at all, not even with a statement timeout. */
export class DatabaseSilent extends Error {
  override readonly name = "DatabaseSilent";
  readonly code = "ETIMEDOUT";
}

/** Too many statements wait for a connection. Thrown at once, so that the queue stays short. */
export class DatabaseBusy extends Error {
  override readonly name = "DatabaseBusy";
}

// Connection lost or refused, too many of them, the server going down, coming up or read-only.
const AWAY = /^(08|53|57P0|25006)|^E(CONN|PIPE|TIMEDOUT|HOST|NET)/;

const READ_ONLY = "25006";

/** The server answers but cannot write: it is a standby, or was set to read-only. */
export function isReadOnlyError(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null | undefined)?.code === READ_ONLY;
}

/** Of sessions that ended or could not begin. */
const SESSION_AWAY = /^(08|57P0)/;

/**
 * Whether the server reports that another one is unavailable: the coordinator of a Citus cluster about a
 * worker. Its own session goes on; otherwise the severity would be FATAL. (A server that is set to another
 * language translates the severity. Then the error counts as its own, which is only slower.)
 */
export function isReportedAboutOther(error: unknown): boolean {
  const { code, severity } = error as { readonly code?: unknown; readonly severity?: unknown };
  return severity === "ERROR" && typeof code === "string" && SESSION_AWAY.test(code);
}

const DUPLICATE_KEY = "23505";

/** A row with the same key exists already. */
export function isDuplicateKey(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null | undefined)?.code === DUPLICATE_KEY;
}

const CANCELED = "57014";

/** The statement took longer than its time limit, or was canceled. */
export function isStatementTimeout(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null | undefined)?.code === CANCELED;
}

/** Whether the server is unavailable, so that any other statement would fail too. */
export function isServerUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseBusy) return true;
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code === "string") return AWAY.test(code);
  // Errors of pg that have no code.
  return typeof message === "string" && /^(Connection terminated|timeout exceeded)/.test(message);
}
