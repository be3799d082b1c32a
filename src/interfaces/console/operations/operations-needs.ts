/** What every part of this room works with. */
import type { LockNeeds } from "../../../core/operations/locked-logins.ts";

export interface OperationsBaseNeeds extends Omit<LockNeeds, "db"> {
  /** Works under the application's role. */
  readonly app: LockNeeds["db"];
  /** Works under the payments' role, which sees every account's payments and files. */
  readonly payments: LockNeeds["db"];
}
