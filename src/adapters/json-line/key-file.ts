/** Files that settings name: read when a process starts, and every error names its setting. */
import { readFileSync, statSync } from "node:fs";
import { StartError } from "../../ports/start-error.ts";
import { Secret } from "../../values/secret.ts";

const KEY_BYTES_MAX = 8 * 1024;
const KEY = /^[\x21-\x7e]{1,4096}$/;
const OTHERS = 0o077;

export interface NamedFile {
  readonly setting: string;
  readonly file: string;
  readonly environment: "certification" | "production";
}

/** The key that another service knows us by. */
export function readKeyFile({ setting, file, environment }: NamedFile): Secret {
  const key = readSmall(setting, file, KEY_BYTES_MAX).trim();
  if (!KEY.test(key)) {
    throw new StartError(`${setting} ${file} must hold one line of plain ASCII text.`);
  }
  keepPrivate({ setting, file, environment });
  return new Secret(key);
}

/** In production only its owner may read it. */
export function keepPrivate({ setting, file, environment }: NamedFile): void {
  // Windows keeps access rights elsewhere and shows every file as open to all.
  const isOpen = process.platform !== "win32" && (statSync(file).mode & OTHERS) !== 0;
  if (environment === "production" && isOpen) {
    throw new StartError(`Others may read ${setting} ${file}: give it mode 0600.`);
  }
}

export function readSmall(setting: string, file: string, bytesMax: number): string {
  try {
    if (statSync(file).size > bytesMax) throw new StartError(`${setting} ${file} is too long.`);
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code = "no reason given" } = error as { readonly code?: string };
    throw new StartError(`${setting} ${file} cannot be read (${code}).`);
  }
}
