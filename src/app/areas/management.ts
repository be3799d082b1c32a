/** Wires management: its stores, and the needs of its operations. */
import { AttestationStore } from "../../core/management/attestations/attestation-store.ts";
import { ClientStore } from "../../core/management/clients/client-store.ts";
import { DeviceRegisterStore } from "../../core/management/devices/device-register-store.ts";
import { LocationStore } from "../../core/management/locations/location-store.ts";
import { PartnerStore } from "../../core/management/partners/partner-store.ts";
import type { ManagementNeeds } from "../../core/management/scope/management-act.ts";
import { ContactStore } from "../../core/management/users/contact-store.ts";

/** The pool must use the application's role, so that row-level security applies. */
export function openManagement(management: ManagementNeeds) {
  const { db } = management;
  return {
    management,
    partners: new PartnerStore(db),
    clients: new ClientStore(db),
    locations: new LocationStore(db),
    contacts: new ContactStore(db),
    deviceRegister: new DeviceRegisterStore(db),
    attestations: new AttestationStore(db),
  };
}
