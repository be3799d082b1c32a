/** The estate's stores and what its acts need, for the doors that show and change it. */
import type { Config } from "../config.ts";
import { AttestationStore } from "../core/estate/attestation-store.ts";
import { ClientStore } from "../core/estate/client-store.ts";
import { ContactStore } from "../core/estate/contact-store.ts";
import { DeviceRegisterStore } from "../core/estate/device-register-store.ts";
import type { EstateNeeds } from "../core/estate/estate.ts";
import { LocationStore } from "../core/estate/location-store.ts";
import { PartnerStore } from "../core/estate/partner-store.ts";

type OpenNeeds = Omit<EstateNeeds, "publicUrl"> & {
  readonly config: Pick<Config, "publicUrl" | "host" | "port">;
};

/** The pool works under the application's role, so that row-level security holds. */
export function openEstate({ db, custody, clock, config }: OpenNeeds) {
  return {
    estate: { db, custody, clock, publicUrl: publicUrlOf(config) },
    partners: new PartnerStore(db),
    clients: new ClientStore(db),
    locations: new LocationStore(db),
    contacts: new ContactStore(db),
    deviceRegister: new DeviceRegisterStore(db),
    attestations: new AttestationStore(db),
  };
}

/** How letters name us: as the settings say, or as whoever sits at this machine would. */
export function publicUrlOf({ publicUrl, host, port }: OpenNeeds["config"]): string {
  const given = publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return given.replace(/\/+$/, "");
}
