/** Due inspections and attestations. */
import { attestDevices } from "../../../core/management/attestations/attest-devices.ts";
import { readNewAttestation } from "../../../wire/management/read-attestation.ts";
import type { Call, Routes } from "../routes.ts";
import type { AttestationView, InspectionPage } from "./contract.ts";
import type { PartnerNeeds } from "./routes.ts";
import { askedId, callerOf, idOf, membersOf, viewOf } from "./sight.ts";
import { writeAct, writeInspection, writePage, writeResult } from "./write.ts";

const SENT = ["name", "notes", "completeDate", "client", "devices"];

export function addAttestations(routes: Routes, needs: PartnerNeeds): void {
  routes.get("/management/inspections", "management", (call) => dueList(needs, call));
  routes.get("/management/attestations", "management", async (call) => {
    const [clientId, deviceId] = [askedId(call, "client"), askedId(call, "device")];
    const question = { ...call.query.slice(), clientId, deviceId };
    return writePage(await viewOf(needs, call).acts(question), writeAct);
  });
  routes.get("/management/attestations/:id", "management", (call) => actView(needs, call));
  routes.post("/management/attestations", "attestations", async (call) => {
    const attestation = readNewAttestation(membersOf(call, SENT));
    const [first] = await attestDevices(needs.management, callerOf(call), attestation);
    return { id: first?.id };
  });
}

/** Overdue, or due within this many days. */
async function dueList(needs: PartnerNeeds, call: Call): Promise<InspectionPage> {
  const view = viewOf(needs, call);
  const now = needs.management.clock.business();
  const days = Number(call.query.choice("within", ["30", "60"]) ?? 0);
  const about = { topId: askedId(call, "partner"), clientId: askedId(call, "client") };
  const window = days === 0 ? { by: now } : { by: now.add({ hours: days * 24 }), after: now };
  const [page, counts] = await Promise.all([
    view.inspections({ ...call.query.slice(), ...about, ...window }),
    view.inspectionsDue(now, about),
  ]);
  return { ...writePage(page, writeInspection(now)), counts };
}

async function actView(needs: PartnerNeeds, call: Call): Promise<AttestationView | undefined> {
  const view = viewOf(needs, call);
  const act = await view.act(idOf(call));
  if (act === undefined) return undefined;
  const results = await view.results(act.id);
  return { ...writeAct(act), notes: act.notes, results: results.map(writeResult) };
}
