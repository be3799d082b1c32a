/**
 * Emails a link to reset a forgotten password. Neither the answer nor its duration shows whether the
 * user exists.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../../db/database.ts";
import { refuseInSafeMode } from "../../../db/safe-mode.ts";
import { Secret } from "../../../values/secret.ts";
import { WRONG } from "../../access/credential-checker.ts";
import { countedEmail } from "../../access/failures/counted-email.ts";
import { type ActOrigin, recordAct } from "../../audit/act.ts";
import type { PosServices } from "../pos.ts";
import { sendInvitation } from "./invitation.ts";
import { InvitationStore } from "./invitation-store.ts";
import type { PosCaller, PosUser } from "./pos-user.ts";
import { UserRecordStore } from "./user-record-store.ts";

export interface ResetRequest {
  readonly accountId: string;
  readonly email: string;
  readonly from: ActOrigin & { readonly address: string };
}

export type ResetOutcome =
  /** If the user exists, an email is sent. */
  { readonly kind: "taken" } | { readonly kind: "too_many"; readonly forMs: number };

/** Longer than the work for an existing user, so that all answers take the same time. */
const ANSWER_AFTER_MS = 300;
/** Prevents floods of emails by requests from many addresses. */
const BETWEEN_EMAILS = { minutes: 5 };

/** Throws SafeModeOn in safe mode: an email that comes after the release would have an expired link. */
export async function requestReset(pos: PosServices, request: ResetRequest): Promise<ResetOutcome> {
  const { email, from } = request;
  await refuseInSafeMode(pos.database);
  const countedAs = countedEmail(email);
  const credentials = { name: email, secret: new Secret(""), countedAs, address: from.address };
  const counted = await pos.resetLimit.admit(credentials, async () => WRONG);
  if (counted.kind === "locked") return { kind: "too_many", forMs: counted.forMs };
  await Promise.all([sendIfKnown(pos, request), pause(ANSWER_AFTER_MS)]);
  return { kind: "taken" };
}

async function sendIfKnown(pos: PosServices, { accountId, email, from }: ResetRequest) {
  const candidate = await pos.users.findCandidate(accountId, email);
  if (!candidate?.isActive) return;
  const { caller } = candidate;
  await pos.database.within({ accountId }, async (db) => {
    const user = await new UserRecordStore(db, accountId).lockUser(caller.user.id);
    if (user === undefined || !isUnchanged(user, caller.user)) return;
    if (await wasSentRecently(pos, db, { accountId, userId: user.id })) return;
    await sendInvitation(pos, db, { caller, user, purpose: "requested_reset" });
    await recordResetRequest(db, { ...caller, user, from });
  });
}

/** The email is sent only if the user has not changed since the lookup. */
function isUnchanged(user: PosUser, found: PosUser): boolean {
  return user.isActive && user.email === found.email;
}

function wasSentRecently(
  { clock }: PosServices,
  db: Database,
  person: { readonly accountId: string; readonly userId: string },
): Promise<boolean> {
  return new InvitationStore(db).wasRequestedAfter(person, clock.wall().subtract(BETWEEN_EMAILS));
}

/** The caller is not authenticated. */
const ASKED = { kind: "system", name: "password reset" } as const;

async function recordResetRequest(db: Database, { user, from }: PosCaller): Promise<void> {
  await recordAct(db, {
    actor: ASKED,
    action: "pos_user.request_reset",
    subject: { kind: "pos_user", id: user.id },
    result: "done",
    from,
  });
}
