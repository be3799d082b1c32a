/** `/attestations`: inspections of devices, one record per device. */
import { attestDevices } from "../../../core/management/attestations/attest-devices.ts";
import type { AttestationStore } from "../../../core/management/attestations/attestation-store.ts";
import type { ManagementNeeds } from "../../../core/management/scope/management-act.ts";
import { readNewAttestation } from "../../../wire/management/read-attestation.ts";
import { ATTESTATION_LIST } from "../list-rules.ts";
import type { Routes } from "../routes.ts";
import { writeAttestation, writeAttested, writePage, writeWhole } from "../write.ts";
import { CREATE_ATTESTATION, GET_ATTESTATION, LIST_ATTESTATIONS } from "./attestation-schema.ts";

export interface AttestationNeeds {
  readonly management: ManagementNeeds;
  readonly attestations: AttestationStore;
}

export function addAttestations(routes: Routes, needs: AttestationNeeds): void {
  const { management, attestations } = needs;
  routes.get("/attestations", LIST_ATTESTATIONS, async ({ caller, query }) => {
    const question = query.read(ATTESTATION_LIST);
    return writePage(
      await attestations.listAttestations(caller.partnerId, question),
      writeAttestation,
    );
  });
  routes.post("/attestations", CREATE_ATTESTATION, async ({ caller, members }) => {
    const attested = await attestDevices(management, caller, readNewAttestation(members));
    return attested.map(writeAttested);
  });
  routes.get("/attestations/:id", GET_ATTESTATION, async ({ caller, id }) =>
    writeWhole(await attestations.findAttestation(caller.partnerId, id), writeAttestation),
  );
}
