/** The operators and the actions on them. */

import { OPERATOR_ROLES } from "../../../core/access/operator-role.ts";
import { showOnce } from "../../../core/access/show-once.ts";
import {
  addOperatorWithOneTimePassword,
  changeOperatorRole,
  giveOneTimePassword,
  type ManageOutcome,
  type OperatorNeeds,
  resetAuthenticator,
  setOperatorActive,
} from "../../../core/operators/manage-operators.ts";
import type { OperatorRecordStore } from "../../../core/operators/operator-record-store.ts";
import { OPERATOR_TEXTS } from "../../../core/operators/operator-texts.ts";
import { asJson } from "../as-json.ts";
import { type ConsoleRefusal, conflict, invalid } from "../errors.ts";
import { idInPath } from "../ids.ts";
import { addList } from "../lists/export-list.ts";
import { OPERATOR_COLUMNS } from "../lists/operator-columns.ts";
import { actingParty, type Routes } from "../routes.ts";

export interface OperatorRouteNeeds extends OperatorNeeds {
  readonly records: OperatorRecordStore;
}

export function addOperators(routes: Routes, needs: OperatorRouteNeeds): void {
  addList(routes, {
    ...{ path: "/operator/operators", needs: "operators", name: "operators" },
    columns: OPERATOR_COLUMNS,
    read: async ({ person }) => {
      const items = await needs.records.listOperators();
      return asJson({ items: items.map((item) => ({ ...item, isYou: item.id === person.id })) });
    },
  });
  routes.post("/operator/operators", "operators", async (call) => {
    const userName = call.body.text("userName", { max: 50 });
    const isChosen = call.body.optionalText("role") !== undefined;
    const role = isChosen ? call.body.choice("role", OPERATOR_ROLES) : "administrator";
    call.body.settle();
    const wish = { userName, role };
    const outcome = await addOperatorWithOneTimePassword(needs, wish, actingParty(call));
    if (outcome.kind !== "let_in") throw invalid({ userName: OPERATOR_TEXTS[outcome.kind] });
    return { userName, password: showOnce(outcome.password) };
  });
  routes.post("/operator/operators/:id/role", "operators", async (call) => {
    const role = call.body.choice("role", OPERATOR_ROLES);
    call.body.settle();
    const by = actingParty(call);
    return doneOrThrow(await changeOperatorRole(needs, idInPath(call), { role, by })) && { role };
  });
  routes.post("/operator/operators/:id/switch", "operators", async (call) => {
    const isActive = call.body.flag("isActive");
    call.body.settle();
    const outcome = await setOperatorActive(needs, idInPath(call), {
      isActive,
      by: actingParty(call),
    });
    return doneOrThrow(outcome) && { isActive };
  });
  routes.post("/operator/operators/:id/password", "operators", async (call) => {
    const outcome = await giveOneTimePassword(needs, idInPath(call), actingParty(call));
    if (outcome.kind === "not_found") return undefined;
    if (outcome.kind !== "given") throw operatorRefusal(outcome.kind);
    const operator = await needs.records.findOperator(idInPath(call));
    return { userName: operator?.userName ?? "", password: showOnce(outcome.password) };
  });
  routes.post("/operator/operators/:id/authenticator/remove", "operators", async (call) => {
    const outcome = await resetAuthenticator(needs, idInPath(call), actingParty(call));
    return doneOrThrow(outcome) && null;
  });
}

/** Undefined if the operator does not exist. */
function doneOrThrow(outcome: ManageOutcome): true | undefined {
  if (outcome.kind === "not_found") return undefined;
  if (outcome.kind !== "done") throw operatorRefusal(outcome.kind);
  return true;
}

function operatorRefusal(kind: "own" | "last_active"): ConsoleRefusal {
  return kind === "own"
    ? conflict(
        "You cannot do this to yourself. Ask another operator, or use your security settings.",
      )
    : conflict("The last active administrator must stay one. Add another administrator first.");
}
