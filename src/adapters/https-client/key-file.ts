/** Reads files that settings name, at the start. Every error names its setting. */
import { readFileSync, statSync } from "node:fs";
import { StartError } from "../../ports/start-error.ts";
import { isOpenToOthers } from "../../values/files/secret-file-access.ts";
import { Secret } from "../../values/secret.ts";

const KEY_BYTES_MAX = 8 * 1024;
const KEY = /^[\x21-\x7e]{1,4096}$/;

export interface NamedFile {
  readonly setting: string;
  readonly file: string;
  readonly environment: "certification" | "production";
}

/** The key with which we log in to another service. */
export function readServiceKey({ setting, file, environment }: NamedFile): Secret {
  const key = readSettingFile(setting, file, KEY_BYTES_MAX).trim();
  if (!KEY.test(key)) {
    throw new StartError(
      `${setting} ${file} must contain one line of plain ASCII text without spaces.`,
    );
  }
  checkPrivate({ setting, file, environment });
  return new Secret(key);
}

/** In production, no other user may have access to the file. */
export function checkPrivate({ setting, file, environment }: NamedFile): void {
  if (environment === "production" && isOpenToOthers(statSync(file))) {
    throw new StartError(`Other users can read ${setting} ${file}. Set its mode to 0600.`);
  }
}

export function readSettingFile(setting: string, file: string, bytesMax: number): string {
  try {
    if (statSync(file).size > bytesMax) throw new StartError(`${setting} ${file} is too long.`);
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code = "no reason given" } = error as { readonly code?: string };
    throw new StartError(`${setting} ${file} cannot be read (${code}).`);
  }
}
