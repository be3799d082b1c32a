/** Runs a change of management data in one transaction with its audit entries. */

import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { KeyCustody } from "../../../ports/key-custody.ts";
import type { PageLinks } from "../../../ports/page-links.ts";
import { type Act, type ActOrigin, type Actor, recordAct } from "../../audit/act.ts";
import type { ManagementPermission } from "../users/user-roles.ts";
import type { ErrorCollector } from "./field-errors.ts";

export interface ManagementNeeds {
  /** Works under the application's role, so that row-level security holds. */
  readonly db: DatabasePool;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly links: PageLinks;
}

/** Who acts, for which partner, and from where. */
export interface ManagementCaller {
  readonly actor: Actor;
  readonly partnerId: string;
  /** Set for a user of one of the partner's clients, who sees only that client. */
  readonly clientId?: string | undefined;
  readonly may: readonly ManagementPermission[];
  readonly from?: ActOrigin | undefined;
}

/** The caller's role does not allow the change. Nothing is stored. */
export class NotPermitted extends Error {
  override readonly name = "NotPermitted";
  readonly permission: ManagementPermission;

  constructor(permission: ManagementPermission) {
    super(`needs the permission ${permission}`);
    this.permission = permission;
  }
}

export function requirePermission(
  { may }: ManagementCaller,
  permission: ManagementPermission,
): void {
  if (!may.includes(permission)) throw new NotPermitted(permission);
}

/** One change: all of it is stored, or nothing. */
export interface ManagementWork {
  readonly db: Database;
  /** The caller's partner. It is part of every statement. */
  readonly callerId: string;
  /** The caller's client, if a client's user acts. Also part of every statement. */
  readonly clientId?: string | undefined;
  record(act: ManagementAct): Promise<void>;
}

export type ManagementAct = Pick<Act, "action" | "before" | "after"> & {
  readonly kind: string;
  readonly id: string;
};

export async function actOnManagement<Result>(
  { db }: Pick<ManagementNeeds, "db">,
  caller: ManagementCaller,
  work: (management: ManagementWork) => Promise<Result>,
): Promise<Result> {
  const { partnerId: callerId, clientId } = caller;
  const act = () =>
    db.within({ partnerId: callerId }, (transaction) =>
      work({
        db: transaction,
        callerId,
        clientId,
        record: (done) => recordManagementAct(transaction, caller, done),
      }),
    );
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      if (code !== DEADLOCK || tries === TRIES_MAX) throw error;
    }
  }
}

/**
 * Two changes waited for each other, and the server rolled this one back. It is tried again. Row
 * locks are taken in one order (see findAndLock) and do not cause this; unique names still can.
 */
const DEADLOCK = "40P01";
const TRIES_MAX = 4;

async function recordManagementAct(
  db: Database,
  { actor, from }: ManagementCaller,
  { kind, id, ...what }: ManagementAct,
): Promise<void> {
  await recordAct(db, { actor, ...what, subject: { kind, id }, result: "done", from });
}

/** Refuses the second of two changes that were made from the same version. */
export function checkVersion(
  errors: ErrorCollector,
  sent: number | undefined,
  current: number,
): void {
  if (sent === undefined || sent === current) return;
  errors.reject("version", { kind: "wrong_version", current });
}
