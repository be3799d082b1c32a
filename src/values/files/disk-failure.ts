/** Errors of a disk that the person who runs a command can correct, each as one sentence. Pure. */

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full",
  EDQUOT: "The disk quota is used up",
  EROFS: "The disk is read-only",
  EIO: "The disk has an error",
  EACCES: "There is no permission",
};

/** The sentence for an error of the file system. Undefined for any other error. */
export function describeDiskFailure(error: unknown): string | undefined {
  const { code = "", path, syscall } = error as NodeJS.ErrnoException;
  const reason = REASONS[code];
  if (reason === undefined || syscall === undefined || "address" in (error as object)) {
    return undefined;
  }
  const place = path === undefined ? "" : ` ${path}`;
  return `${reason}: ${syscall}${place} failed (${code}). Correct it, or name another folder, and run the command again.`;
}

/** Whether nothing more can be written, whatever was read. */
export function isWriteRefused(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall === "write" || code === "ENOSPC" || code === "EDQUOT" || code === "EROFS";
}
