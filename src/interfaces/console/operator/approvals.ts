/** Approvals: what one person requested and an operator approves or rejects. */
import {
  approveRequest,
  type DecideNeeds,
  type DecideOutcome,
  rejectRequest,
} from "../../../core/accounts/dual-control/decide-approval.ts";
import { stateAt } from "../../../core/approvals/approval.ts";
import { ApprovalStore } from "../../../core/approvals/approval-store.ts";
import { SECOND_PERSON_TEXTS } from "../../../values/logins/second-person.ts";
import { asJson } from "../as-json.ts";
import type { CursorPage } from "../contract.ts";
import { cursorId, cursorPage } from "../cursor-page.ts";
import { conflict } from "../errors.ts";
import { numericId } from "../ids.ts";
import { addList } from "../lists/export-list.ts";
import { APPROVAL_COLUMNS } from "../lists/operator-columns.ts";
import { actingParty, type Call, type Routes } from "../routes.ts";
import type { ApprovalLine } from "./contract.ts";

export interface ApprovalRouteNeeds {
  readonly approvals: DecideNeeds;
}

const REFUSALS = {
  not_waiting: "This request was already decided, or it has expired. Reload the list.",
  same_person: "You requested this change. Another operator must approve it.",
  ...SECOND_PERSON_TEXTS,
  changed_meanwhile:
    "The account changed after this request. Reject the request, and make the change again.",
} as const;

export function addApprovals(routes: Routes, { approvals: needs }: ApprovalRouteNeeds): void {
  addList(routes, {
    ...{ path: "/operator/approvals", needs: "accounts", name: "approvals" },
    columns: APPROVAL_COLUMNS,
    read: (call) => listApprovals(needs, call),
  });
  for (const [verb, decide] of [
    ["approve", approveRequest],
    ["reject", rejectRequest],
  ] as const) {
    routes.post(`/operator/approvals/:id/${verb}`, "accounts", async (call: Call) => {
      const id = numericId(call.param("id"));
      return id === undefined ? id : writeDecision(await decide(needs, id, actingParty(call)));
    });
  }
}

async function listApprovals(
  { payments, clock }: DecideNeeds,
  { query }: Call,
): Promise<CursorPage<ApprovalLine>> {
  const take = query.take();
  const isOpen = query.choice("status", ["all"]) === undefined;
  const before = cursorId(query, "after");
  const found = await new ApprovalStore(payments).listApprovals({ isOpen, take: take + 1, before });
  const lines = found.map((one) => asJson({ ...one, state: stateAt(one, clock.wall()) }));
  return cursorPage(lines, take, ({ id }) => id);
}

function writeDecision(outcome: DecideOutcome): null | undefined {
  if (outcome.kind === "not_found") return undefined;
  if (outcome.kind === "approved" || outcome.kind === "rejected") return null;
  throw conflict(REFUSALS[outcome.kind]);
}
