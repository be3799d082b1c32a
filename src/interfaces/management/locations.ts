/** `/locations`: places of partners and of their clients. */
import type { EstateNeeds } from "../../core/estate/estate.ts";
import type { LocationStore } from "../../core/estate/location-store.ts";
import { createLocation, removeLocation, updateLocation } from "../../core/estate/locations.ts";
import {
  CREATE_LOCATION,
  DELETE_LOCATION,
  GET_LOCATION,
  LIST_LOCATIONS,
  UPDATE_LOCATION,
} from "./location-schema.ts";
import type { Routes } from "./routes.ts";
import { writeLocation, writePage, writeWhole } from "./write.ts";

export interface LocationNeeds {
  readonly estate: EstateNeeds;
  readonly locations: LocationStore;
}

export function addLocations(routes: Routes, { estate, locations }: LocationNeeds): void {
  routes.get("/locations", LIST_LOCATIONS, async ({ caller, query }) => {
    const question = {
      ...query.slice(),
      clientId: query.id("client"),
      name: query.storable("name"),
      uniqueId: query.uuid("uniqueId"),
      modifiedSince: query.moment("modifiedSince"),
    };
    query.settle();
    return writePage(await locations.list(caller.partnerId, question), writeLocation);
  });
  routes.post("/locations", CREATE_LOCATION, async ({ caller, members }) => ({
    id: await createLocation(estate, caller, members),
  }));
  routes.get("/locations/:id", GET_LOCATION, async ({ caller, id }) =>
    writeWhole(await locations.find(caller.partnerId, id), writeLocation),
  );
  routes.patch("/locations/:id", UPDATE_LOCATION, ({ caller, id, members }) =>
    updateLocation(estate, caller, { id, members }),
  );
  routes.delete("/locations/:id", DELETE_LOCATION, ({ caller, id }) =>
    removeLocation(estate, caller, id),
  );
}
