/** Errors that an SFTP server answered, by the status codes of the SFTP draft, section 7. */

type RefusalKind = "missing" | "denied" | "failed";

const KINDS: Readonly<Record<number, RefusalKind>> = { 2: "missing", 3: "denied" };
const REASONS: Readonly<Record<RefusalKind, string>> = {
  missing: "there is no such file or folder",
  denied: "the login has no permission",
  failed: "the server gave no reason",
};
const UNSUPPORTED = 8;

/** The connection works, but the server refused one request. */
export class SftpRefusal extends Error {
  override readonly name = "SftpRefusal";
  readonly kind: RefusalKind;
  readonly code: number;

  constructor(code: number, subject: string, message: string) {
    const kind = KINDS[code] ?? "failed";
    super(`The server refused a request for ${subject}: ${REASONS[kind]} (${message}).`);
    this.kind = kind;
    this.code = code;
  }
}

export function isSftpRefusal(error: unknown, kind: RefusalKind): boolean {
  return error instanceof SftpRefusal && error.kind === kind;
}

/** The server does not know the request. Some say so in advance, some when they are asked. */
export function isUnsupported(error: unknown): boolean {
  if (error instanceof SftpRefusal) return error.code === UNSUPPORTED;
  return error instanceof Error && /does not support this extended request/.test(error.message);
}

export async function undefinedIfMissing<Value>(step: Promise<Value>): Promise<Value | undefined> {
  try {
    return await step;
  } catch (error) {
    if (isSftpRefusal(error, "missing")) return undefined;
    throw error;
  }
}
