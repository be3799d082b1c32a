/** What every update of a record shares: it locks the record and checks the version. */
import type { ErrorCollector } from "./field-errors.ts";
import { findAndLock } from "./locked-row-store.ts";
import {
  actOnManagement,
  checkVersion,
  type ManagementCaller,
  type ManagementNeeds,
  type ManagementWork,
} from "./management-act.ts";

type RecordScope = Parameters<typeof findAndLock>[0];
type RecordRow = Parameters<typeof findAndLock>[1];

export interface RecordChange<Found> extends Pick<RecordRow, "table" | "id"> {
  find(scope: RecordScope, id: string): Promise<Found | undefined>;
  /** The version that the change is based on, if it was sent. */
  readonly version: number | undefined;
  readonly errors: ErrorCollector;
  /** Locks that must be taken before the record is locked. */
  readonly lockFirst?: (management: ManagementWork) => Promise<void>;
}

/** Returns false if the caller cannot see the record. */
export function changeRecord<Found extends { readonly version: number }>(
  needs: Pick<ManagementNeeds, "db">,
  caller: ManagementCaller,
  {
    change,
    apply,
  }: {
    readonly change: RecordChange<Found>;
    apply(management: ManagementWork, found: Found): Promise<void>;
  },
): Promise<boolean> {
  const { table, id, find, version, errors, lockFirst } = change;
  return actOnManagement(needs, caller, async (management) => {
    await lockFirst?.(management);
    const found = await findAndLock(management, { table, id }, find);
    if (found === undefined) return false;
    checkVersion(errors, version, found.version);
    await apply(management, found);
    return true;
  });
}
