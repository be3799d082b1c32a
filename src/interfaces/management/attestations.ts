/** `/attestations`: inspections of devices, one result a device. */
import { attestDevices } from "../../core/estate/attest-devices.ts";
import type { AttestationStore } from "../../core/estate/attestation-store.ts";
import type { EstateNeeds } from "../../core/estate/estate.ts";
import { CREATE_ATTESTATION, GET_ATTESTATION, LIST_ATTESTATIONS } from "./attestation-schema.ts";
import type { Routes } from "./routes.ts";
import { writeAttestation, writePage, writeWhole } from "./write.ts";

export interface AttestationNeeds {
  readonly estate: EstateNeeds;
  readonly attestations: AttestationStore;
}

export function addAttestations(routes: Routes, needs: AttestationNeeds): void {
  const { estate, attestations } = needs;
  routes.get("/attestations", LIST_ATTESTATIONS, async ({ caller, query }) => {
    const question = {
      ...query.slice(),
      clientId: query.id("client"),
      name: query.storable("name"),
      modifiedSince: query.moment("modifiedSince"),
    };
    query.settle();
    return writePage(await attestations.list(caller.partnerId, question), writeAttestation);
  });
  routes.post("/attestations", CREATE_ATTESTATION, ({ caller, members }) =>
    attestDevices(estate, caller, members),
  );
  routes.get("/attestations/:id", GET_ATTESTATION, async ({ caller, id }) =>
    writeWhole(await attestations.find(caller.partnerId, id), writeAttestation),
  );
}
