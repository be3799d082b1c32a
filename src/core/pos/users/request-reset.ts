/**
 * A user who forgot the password asks for an email with a link that sets another one. Nobody learns
 * from the answer, or from how long it takes, whether the user exists.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../../db/database.ts";
import { Secret } from "../../../values/secret.ts";
import { WRONG } from "../../access/credential-checker.ts";
import { countedEmail } from "../../access/failures/counted-email.ts";
import { type ActOrigin, recordAct } from "../../audit/act.ts";
import type { PosServices } from "../pos.ts";
import { invite } from "./invitation.ts";
import { InvitationStore } from "./invitation-store.ts";
import type { PosCaller, PosUser } from "./pos-user.ts";
import { UserRecordStore } from "./user-record-store.ts";

export interface ResetRequest {
  readonly accountId: string;
  readonly email: string;
  readonly from: ActOrigin & { readonly address: string };
}

export type ResetOutcome =
  /** If there is such a user, an email is on its way. */
  { readonly kind: "taken" } | { readonly kind: "too_many"; readonly forMs: number };

/** Longer than the work for a user that exists, so that all answers take the same time. */
const ANSWER_AFTER_MS = 300;
/** Strangers at many addresses must not flood a user with emails. */
const BETWEEN_EMAILS = { minutes: 5 };

export async function requestReset(pos: PosServices, request: ResetRequest): Promise<ResetOutcome> {
  const { email, from } = request;
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
    const user = await new UserRecordStore(db, accountId).lock(caller.user.id);
    if (user === undefined || !isSame(user, caller.user)) return;
    if (await wasSentLately(pos, db, { accountId, userId: user.id })) return;
    await invite(pos, db, { caller, user, purpose: "requested_reset" });
    await record(db, { ...caller, user, from });
  });
}

/** An email goes only to a user who is still as they were found. */
function isSame(user: PosUser, found: PosUser): boolean {
  return user.isActive && user.email === found.email;
}

function wasSentLately(
  { clock }: PosServices,
  db: Database,
  person: { readonly accountId: string; readonly userId: string },
): Promise<boolean> {
  return new InvitationStore(db).wasAskedFor(person, clock.wall().subtract(BETWEEN_EMAILS));
}

/** Whoever asks has proven nothing. */
const ASKED = { kind: "system", name: "password reset" } as const;

async function record(db: Database, { user, from }: PosCaller): Promise<void> {
  await recordAct(db, {
    actor: ASKED,
    action: "pos_user.request_reset",
    subject: { kind: "pos_user", id: user.id },
    result: "done",
    from,
  });
}
