/** The estate's stores and what its acts need, for the doors that show and change it. */
import { AttestationStore } from "../core/estate/attestation-store.ts";
import { ClientStore } from "../core/estate/client-store.ts";
import { ContactStore } from "../core/estate/contact-store.ts";
import { DeviceRegisterStore } from "../core/estate/device-register-store.ts";
import type { EstateNeeds } from "../core/estate/estate.ts";
import { LocationStore } from "../core/estate/location-store.ts";
import { PartnerStore } from "../core/estate/partner-store.ts";

/** The pool works under the application's role, so that row-level security holds. */
export function openEstate(estate: EstateNeeds) {
  const { db } = estate;
  return {
    estate,
    partners: new PartnerStore(db),
    clients: new ClientStore(db),
    locations: new LocationStore(db),
    contacts: new ContactStore(db),
    deviceRegister: new DeviceRegisterStore(db),
    attestations: new AttestationStore(db),
  };
}
