/** Due inspections and attestations. */
import { attestDevices } from "../../../core/management/attestations/attest-devices.ts";
import { readNewAttestation } from "../../../wire/management/read-attestation.ts";
import { idInPath, idInQuery } from "../ids.ts";
import type { Call, Routes } from "../routes.ts";
import type { AttestationView, InspectionPage } from "./contract.ts";
import { bodyMembers, managementCaller, managementView } from "./management-access.ts";
import type { PartnerNeeds } from "./partner-needs.ts";
import { writeAttestation, writeInspection, writePage, writeResult } from "./write.ts";

const SENT = ["name", "notes", "completeDate", "client", "devices"];

export function addAttestations(routes: Routes, needs: PartnerNeeds): void {
  routes.get("/management/inspections", "management", (call) => listDueInspections(needs, call));
  routes.get("/management/attestations", "management", async (call) => {
    const [clientId, deviceId] = [idInQuery(call, "client"), idInQuery(call, "device")];
    const question = { ...call.query.slice(), clientId, deviceId };
    return writePage(await managementView(needs, call).acts(question), writeAttestation);
  });
  routes.get("/management/attestations/:id", "management", (call) => showAttestation(needs, call));
  routes.post("/management/attestations", "attestations", async (call) => {
    const attestation = readNewAttestation(bodyMembers(call, SENT));
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
  const window = days === 0 ? { by: now } : { by: now.add({ hours: days * 24 }), after: now };
  const [page, counts] = await Promise.all([
    view.inspections({ ...call.query.slice(), ...about, ...window }),
    view.inspectionsDue(now, about),
  ]);
  return { ...writePage(page, writeInspection(now)), counts };
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
