/** A second operator approves or rejects what was requested. */
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import type { SecondPersonRefusal } from "../../../values/logins/second-person.ts";
import type { Approval, ChangeDetails } from "../../approvals/approval.ts";
import { ApprovalStore } from "../../approvals/approval-store.ts";
import { recordAct } from "../../audit/act.ts";
import type { AccountRecord, AccountSettings } from "../account-record.ts";
import { type AccountNeeds, type ActingParty, actOnAccount } from "../act-on-account.ts";
import { saveChanges } from "../update-account.ts";

export interface DecideNeeds extends Pick<AccountNeeds, "db" | "clock"> {
  /** Uses the payments role, which finds approvals of all accounts. */
  readonly payments: DatabasePool;
}

export type DecideOutcome =
  | { readonly kind: "approved" | "rejected" }
  | { readonly kind: "not_found" }
  | { readonly kind: "not_waiting" }
  | { readonly kind: SecondPersonRefusal }
  /** The account changed after the request, so the change no longer fits. */
  | { readonly kind: "changed_meanwhile" };

/** Rolls the decision back. */
class CannotApply extends Error {}

export async function approveRequest(
  needs: DecideNeeds,
  id: string,
  by: ActingParty,
): Promise<DecideOutcome> {
  try {
    return await decide(needs, id, { by, isApproved: true });
  } catch (error) {
    if (error instanceof CannotApply) return { kind: "changed_meanwhile" };
    throw error;
  }
}

/** Also the person who asked can take it back. */
export async function rejectRequest(
  needs: DecideNeeds,
  id: string,
  by: ActingParty,
): Promise<DecideOutcome> {
  return decide(needs, id, { by, isApproved: false });
}

interface Choice {
  readonly by: ActingParty;
  readonly isApproved: boolean;
}

async function decide(needs: DecideNeeds, id: string, choice: Choice): Promise<DecideOutcome> {
  const approval = await new ApprovalStore(needs.payments).findApproval(id);
  if (approval === undefined) return { kind: "not_found" };
  return actOnAccount(needs, approval.accountId, (db, account) =>
    decideLocked(needs, db, { approval, account, choice }),
  );
}

interface Deciding {
  readonly approval: Approval;
  readonly account: AccountRecord;
  readonly choice: Choice;
}

async function decideLocked(
  { clock }: DecideNeeds,
  db: Database,
  { approval, account, choice: { by, isApproved } }: Deciding,
): Promise<DecideOutcome> {
  const isChange = approval.kind === "account_change";
  const state = isApproved ? (isChange ? "used" : "approved") : "rejected";
  const decision = { state, by: by.actor.name, at: clock.wall() } as const;
  const approvals = new ApprovalStore(db);
  if (!(await approvals.decideApproval(approval, decision))) {
    const refusal = isApproved ? await approvals.findRefusal(approval, decision) : undefined;
    return { kind: refusal ?? "not_waiting" };
  }
  await recordDecision(db, approval, { by, isApproved });
  if (isApproved && isChange) await applyChange(db, { approval, account, by });
  return { kind: isApproved ? "approved" : "rejected" };
}

async function recordDecision(db: Database, { id, accountId }: Approval, choice: Choice) {
  await recordAct(db, {
    ...choice.by,
    action: choice.isApproved ? "approval.approve" : "approval.reject",
    subject: { kind: "approval", id },
    after: { accountId },
    result: "done",
  });
}

interface AppliedChange {
  readonly approval: Approval;
  readonly account: AccountRecord;
  readonly by: ActingParty;
}

/** The account is locked. What the first operator saw must still be true. */
async function applyChange(db: Database, { approval, account, by }: AppliedChange): Promise<void> {
  const { before, after } = approval.details as ChangeDetails;
  const names = Object.keys(before) as (keyof AccountSettings)[];
  if (names.some((name) => account[name] !== before[name])) throw new CannotApply();
  const saved = await saveChanges(db, { account, changed: after, by });
  if (saved.kind !== "updated") throw new CannotApply();
}
