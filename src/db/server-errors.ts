/** When the database cannot be asked: gone, silent or overrun. */

/** No word from the server, not even that the statement takes too long. */
export class DatabaseSilent extends Error {
  override readonly name = "DatabaseSilent";
  readonly code = "ETIMEDOUT";
}

/** Too many requests wait for a connection: said at once, so that the queue stays short. */
export class DatabaseBusy extends Error {
  override readonly name = "DatabaseBusy";
}

// Connection lost or refused, too many of them, the server going down, coming up or read-only.
const AWAY = /^(08|53|57P0|25006)|^E(CONN|PIPE|TIMEDOUT|HOST|NET)/;

const READ_ONLY = "25006";

/** The server answers and cannot write: it is a standby, or was set to read-only. */
export function isReadOnlyError(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null | undefined)?.code === READ_ONLY;
}

/** Whether another statement would fare no better: the server is not there for anybody. */
export function isServerUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseBusy) return true;
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code === "string") return AWAY.test(code);
  // pg says these without a code.
  return typeof message === "string" && /^(Connection terminated|timeout exceeded)/.test(message);
}
