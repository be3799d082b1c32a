/** Locations where devices are kept and used. */
import { createLocation } from "../../../core/management/locations/create-location.ts";
import { removeLocation } from "../../../core/management/locations/remove-location.ts";
import { updateLocation } from "../../../core/management/locations/update-location.ts";
import {
  LOCATION_RULES,
  readLocationChange,
  readNewClientLocation,
} from "../../../wire/management/read-location.ts";
import type { Routes } from "../routes.ts";
import type { PartnerNeeds } from "./routes.ts";
import { askedId, callerOf, idOf, membersOf, orNothing, viewOf } from "./sight.ts";
import { writeLocation, writePage } from "./write.ts";

const CHANGES = [...Object.keys(LOCATION_RULES), "country"];

export function addLocations(routes: Routes, needs: PartnerNeeds): void {
  routes.get("/management/locations", "management", async (call) => {
    const [clientId, ownOf] = [askedId(call, "client"), askedId(call, "partner")];
    const question = { ...call.query.slice(), clientId, ownOf };
    return writePage(await viewOf(needs, call).locations(question), writeLocation);
  });
  routes.get("/management/locations/:id", "management", async (call) => {
    const location = await viewOf(needs, call).location(idOf(call));
    return location && writeLocation(location);
  });
  routes.post("/management/locations", "management.change", async (call) => {
    const location = readNewClientLocation(membersOf(call, [...CHANGES, "client"]));
    return { id: await createLocation(needs.management, callerOf(call), location) };
  });
  routes.patch("/management/locations/:id", "management.change", async (call) => {
    const change = readLocationChange(membersOf(call, [...CHANGES, "version"]));
    const changed = { id: idOf(call), ...change };
    return orNothing(await updateLocation(needs.management, callerOf(call), changed));
  });
  routes.delete("/management/locations/:id", "management.change", async (call) =>
    orNothing(await removeLocation(needs.management, callerOf(call), idOf(call))),
  );
}
