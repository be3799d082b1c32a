/** The manifest of a base backup: what it consists of, and what a restored copy must have. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { StartError } from "../../ports/start-error.ts";

export const MANIFEST = "manifest.json";
const FORMAT = 1;

export interface BackupFile {
  /** Relative to the folder of the files, with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** How many rows a table had just before and just after the backup ended. */
export type RowRange = readonly [before: number, after: number];

export interface Manifest {
  readonly format: typeof FORMAT;
  /** Such as sixdoors 1.0.0. */
  readonly product: string;
  readonly name: string;
  readonly startedAt: string;
  /** From this time on, the backup can be restored to any moment that the archive has. */
  readonly finishedAt: string;
  /** The major version of PostgreSQL. */
  readonly postgres: string;
  readonly systemIdentifier: string;
  readonly timeline: number;
  readonly startPosition: string;
  readonly stopPosition: string;
  /** The folder of the WAL archive that continues this backup. Null if nothing is archived. */
  readonly archive: string | null;
  /** The newest migration of the database. */
  readonly schema: number | null;
  /** The id of the master key that the copy needs. The key itself is never in a backup. */
  readonly masterKey: string | null;
  readonly rows: Readonly<Record<string, RowRange>>;
  /** Folders, many of them empty. PostgreSQL does not start without them. */
  readonly folders: readonly string[];
  readonly files: readonly BackupFile[];
}

export function newManifest(values: Omit<Manifest, "format">): Manifest {
  return { format: FORMAT, ...values };
}

/** The last line is a digest of the lines before it, so that a changed manifest is noticed. */
export function writeManifest(manifest: Manifest, digest: (text: string) => string): string {
  const text = `${JSON.stringify(manifest, undefined, 1)}\n`;
  return `${text}${digest(text)}\n`;
}

export async function readManifest(
  folder: string,
  digest: (text: string) => string,
): Promise<Manifest> {
  const file = path.join(folder, MANIFEST);
  const whole = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The manifest ${file} cannot be read (${error.code}).`);
  });
  const [, text = "", written = ""] = /^([\s\S]*\n)([0-9a-f]{64})\n$/.exec(whole) ?? [];
  if (text === "" || digest(text) !== written) {
    throw new StartError(`The manifest ${file} is damaged. Use another backup.`);
  }
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format === FORMAT) return manifest;
  throw new StartError(
    `The backup ${manifest.name} has format ${manifest.format}, but this release reads format ${FORMAT}. Restore it with the release that made it.`,
  );
}
