/** `/locations`: locations of partners and of their clients. */
import { createLocation } from "../../../core/management/locations/create-location.ts";
import type { LocationStore } from "../../../core/management/locations/location-store.ts";
import { removeLocation } from "../../../core/management/locations/remove-location.ts";
import { updateLocation } from "../../../core/management/locations/update-location.ts";
import type { ManagementNeeds } from "../../../core/management/scope/management-act.ts";
import {
  readLocationChange,
  readNewClientLocation,
} from "../../../wire/management/read-location.ts";
import { LOCATION_LIST } from "../list-rules.ts";
import type { Routes } from "../routes.ts";
import { writeLocation, writePage, writeWhole } from "../write.ts";
import {
  CREATE_LOCATION,
  DELETE_LOCATION,
  GET_LOCATION,
  LIST_LOCATIONS,
  UPDATE_LOCATION,
} from "./location-schema.ts";

export interface LocationNeeds {
  readonly management: ManagementNeeds;
  readonly locations: LocationStore;
}

export function addLocations(routes: Routes, { management, locations }: LocationNeeds): void {
  routes.get("/locations", LIST_LOCATIONS, async ({ caller, query }) => {
    const question = query.read(LOCATION_LIST);
    return writePage(await locations.listLocations(caller.partnerId, question), writeLocation);
  });
  routes.post("/locations", CREATE_LOCATION, async ({ caller, members }) => ({
    id: await createLocation(management, caller, readNewClientLocation(members)),
  }));
  routes.get("/locations/:id", GET_LOCATION, async ({ caller, id }) =>
    writeWhole(await locations.findLocation(caller.partnerId, id), writeLocation),
  );
  routes.patch("/locations/:id", UPDATE_LOCATION, ({ caller, id, members }) =>
    updateLocation(management, caller, { id, ...readLocationChange(members) }),
  );
  routes.delete("/locations/:id", DELETE_LOCATION, ({ caller, id }) =>
    removeLocation(management, caller, id),
  );
}
