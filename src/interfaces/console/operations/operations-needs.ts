/** The dependencies shared by the operations API. */
import type { LockNeeds } from "../../../core/operations/locked-logins.ts";

export interface OperationsBaseNeeds extends Omit<LockNeeds, "db"> {
  /** Uses the application's database role. */
  readonly app: LockNeeds["db"];
  /** Uses the payments role, which can read the payments and files of all accounts. */
  readonly payments: LockNeeds["db"];
}
