/** Compares the rows of a restored copy with what the backup recorded. Pure. */
import type { RestorePoint } from "../../adapters/backup/lay-out-backup.ts";
import type { RowRange } from "../../adapters/backup/manifest.ts";

export interface RowComparison {
  readonly table: string;
  readonly found: number;
  readonly least: number;
  /** Null if there is no upper limit: the archive has later rows. */
  readonly most: number | null;
  readonly isRight: boolean;
}

/** Purges and erasures remove rows of the other tables, also while the log was archived. */
const NEVER_REMOVED: ReadonlySet<string> = new Set(["accounts"]);

/** A copy of the backup itself has as many rows as were counted just before or after its end. */
export function compareRows(
  recorded: Readonly<Record<string, RowRange>>,
  found: Readonly<Record<string, number>>,
  point: RestorePoint,
): readonly RowComparison[] {
  return Object.entries(recorded).map(([table, [before, after]]) => {
    const count = found[table] ?? 0;
    const isBackup = point.kind === "backup";
    const least = isBackup || NEVER_REMOVED.has(table) ? Math.min(before, after) : 0;
    const most = isBackup ? Math.max(before, after) : null;
    const isRight = count >= least && (most === null || count <= most);
    return { table, found: count, least, most, isRight };
  });
}
