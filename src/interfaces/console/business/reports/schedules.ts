/** Reports that are sent by email, as a link that needs a sign-in. */

import { reportZone } from "../../../../core/reports/report-days.ts";
import {
  createSchedule,
  findSentReport,
  listSchedules,
  removeSchedule,
  SCHEDULES_MAX,
} from "../../../../core/reports/schedules/report-schedules.ts";
import type { ReportSchedule } from "../../../../core/reports/schedules/schedule-store.ts";
import { FREQUENCIES } from "../../../../core/reports/schedules/schedule-times.ts";
import { asJson } from "../../as-json.ts";
import { conflict } from "../../errors.ts";
import { idInPath } from "../../ids.ts";
import { merchantAccountId, merchantUser } from "../../merchant-user.ts";
import { actingParty, type Call, type Routes } from "../../routes.ts";
import type { ReportScheduleLine, SentReportView } from "../contract.ts";
import { type FilterRouteNeeds, readFilterToSave } from "./filters.ts";

const NAME_MAX = 60;
const LATEST_HOUR = 23;
/** The schedule decides on the days. */
const DATE_PARTS: ReadonlySet<string> = new Set(["preset", "startDate", "endDate", "day"]);
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export function addReportSchedules(routes: Routes, needs: FilterRouteNeeds): void {
  routes.get(
    "/reports/schedules",
    "reports",
    async (call): Promise<readonly ReportScheduleLine[]> =>
      (await listSchedules(needs, merchantAccountId(call))).map(writeSchedule),
  );
  routes.post("/reports/schedules", "reports", (call) => addSchedule(needs, call));
  routes.delete("/reports/schedules/:id", "reports", async (call) => {
    const removal = { id: idInPath(call), by: actingParty(call) };
    return (await removeSchedule(needs, merchantAccountId(call), removal)) ? null : undefined;
  });
  routes.get("/reports/sent/:id", "reports", async (call): Promise<SentReportView | undefined> => {
    const id = call.param("id");
    if (!UUID.test(id)) return undefined;
    const { account } = merchantUser(call);
    const found = await findSentReport(needs, account.id, id);
    const zone = reportZone(found?.question["dateKind"], account.timeZone);
    return found && { ...asJson(found), timeZone: zone };
  });
}

/** The recipient is the user who creates it: the link needs a user of the account anyway. */
async function addSchedule(needs: FilterRouteNeeds, call: Call) {
  const { account, user } = merchantUser(call);
  const every = call.body.choice("every", FREQUENCIES);
  const hour = call.body.whole("hour", { min: 0, max: LATEST_HOUR });
  const name = call.body.text("name", { max: NAME_MAX });
  call.body.settle();
  const filter = await readFilterToSave(needs, call);
  const question = Object.fromEntries(
    Object.entries(filter).filter(([part]) => !DATE_PARTS.has(part)),
  );
  const { timeZone } = account;
  const wanted = { every, hour, name, question, userId: user.id, timeZone };
  const outcome = await createSchedule(needs, account.id, { wanted, by: actingParty(call) });
  if (outcome.kind === "created") return { id: outcome.id };
  throw conflict(`You can schedule at most ${SCHEDULES_MAX} reports. Delete one first.`);
}

function writeSchedule(schedule: ReportSchedule): ReportScheduleLine {
  return asJson(schedule);
}
