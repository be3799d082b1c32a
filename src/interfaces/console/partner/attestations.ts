/** Due inspections and attestations. */
import { attestDevices } from "../../../core/management/attestations/attest-devices.ts";
import { readNewAttestation } from "../../../wire/management/read-attestation.ts";
import { idInPath, idInQuery } from "../ids.ts";
import { addList } from "../lists/export-list.ts";
import { ATTESTATION_COLUMNS, INSPECTION_COLUMNS } from "../lists/partner-columns.ts";
import type { Call, Routes } from "../routes.ts";
import type { AttestationView, InspectionCalendar, InspectionPage } from "./contract.ts";
import { managementCaller, managementView } from "./management-access.ts";
import type { PartnerNeeds } from "./partner-needs.ts";
import { writeAttestation, writeInspection, writePage, writeResult } from "./write.ts";

const SENT = ["name", "notes", "completeDate", "client", "devices"];

export function addAttestations(routes: Routes, needs: PartnerNeeds): void {
  addList(routes, {
    ...{ path: "/management/inspections", needs: "management", name: "due-inspections" },
    columns: INSPECTION_COLUMNS,
    read: (call) => listDueInspections(needs, call),
  });
  routes.get("/management/inspections/calendar", "management", (call) => showCalendar(needs, call));
  addList(routes, {
    ...{ path: "/management/attestations", needs: "management", name: "attestations" },
    columns: ATTESTATION_COLUMNS,
    read: async (call) => {
      const [clientId, deviceId] = [idInQuery(call, "client"), idInQuery(call, "device")];
      const question = { ...call.query.slice(), clientId, deviceId };
      return writePage(await managementView(needs, call).acts(question), writeAttestation);
    },
  });
  routes.get("/management/attestations/:id", "management", (call) => showAttestation(needs, call));
  routes.post("/management/attestations", "attestations", async (call) => {
    const attestation = readNewAttestation(call.body.managementMembers(SENT));
    const [first] = await attestDevices(needs.management, managementCaller(call), attestation);
    return { id: first?.id };
  });
}

/** Overdue, or due within this many days. */
async function listDueInspections(needs: PartnerNeeds, call: Call): Promise<InspectionPage> {
  const view = managementView(needs, call);
  const now = needs.management.clock.business();
  const days = Number(call.query.choice("within", ["30", "60"]) ?? 0);
  const about = { topId: idInQuery(call, "partner"), clientId: idInQuery(call, "client") };
  const on = readDay(call.query.text("on") ?? "");
  const window =
    days === 0 ? { by: now, on } : { by: now.add({ hours: days * 24 }), after: now, on };
  const [page, counts] = await Promise.all([
    view.inspections({ ...call.query.slice(), ...about, ...window }),
    view.inspectionsDue(now, about),
  ]);
  return { ...writePage(page, writeInspection(now)), counts };
}

/** Without a valid month, the current one of the business clock. */
async function showCalendar(needs: PartnerNeeds, call: Call): Promise<InspectionCalendar> {
  const view = managementView(needs, call);
  const now = needs.management.clock.business();
  const today = now.toZonedDateTimeISO("UTC").toPlainDate();
  const first = readDay(`${call.query.text("month") ?? ""}-01`) ?? today;
  const month = first.toPlainYearMonth();
  const about = { topId: idInQuery(call, "partner"), clientId: idInQuery(call, "client") };
  const [days, { overdue }] = await Promise.all([
    view.inspectionDays({ month, ...about }),
    view.inspectionsDue(now, about),
  ]);
  return { month: month.toString(), today: today.toString(), overdue, days };
}

const DAY = /^(?:19|2\d)\d\d-\d\d-\d\d$/;

function readDay(text: string): Temporal.PlainDate | undefined {
  if (!DAY.test(text)) return undefined;
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    return undefined;
  }
}

async function showAttestation(
  needs: PartnerNeeds,
  call: Call,
): Promise<AttestationView | undefined> {
  const view = managementView(needs, call);
  const act = await view.act(idInPath(call));
  if (act === undefined) return undefined;
  const results = await view.results(act.id);
  return { ...writeAttestation(act), notes: act.notes, results: results.map(writeResult) };
}
