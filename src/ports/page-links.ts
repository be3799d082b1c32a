/** Links to our own pages, for emails. The interfaces know where their pages are. */
import type { Secret } from "../values/secret.ts";

export interface PageLinks {
  /** Where an invited user of the point of sale chooses a password. */
  posInvitation(token: string): Secret;
  /** Where an invited user of management chooses a password. */
  setPassword(token: string): Secret;
  /** Where a person chooses a new password for the console. */
  resetPassword(token: string): Secret;
  /** A report that was sent by a schedule. */
  sentReport(id: string): Secret;
  /** A page of the console, such as "/transactions". */
  consolePage(path: string): string;
}
