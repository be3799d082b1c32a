/** Places where devices are kept and used. */

import {
  createLocation,
  removeLocation,
  updateLocation,
} from "../../../core/management/locations/locations.ts";
import { LOCATION_FIELDS } from "../../../core/management/scope/management-fields.ts";
import type { Routes } from "../routes.ts";
import type { PartnerNeeds } from "./routes.ts";
import { askedId, callerOf, idOf, membersOf, orNothing, viewOf } from "./sight.ts";
import { writeLocation, writePage } from "./write.ts";

const CHANGES = [...Object.keys(LOCATION_FIELDS), "country"];

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
    const members = membersOf(call, [...CHANGES, "client"]);
    return { id: await createLocation(needs.management, callerOf(call), members) };
  });
  routes.patch("/management/locations/:id", "management.change", async (call) => {
    const members = membersOf(call, [...CHANGES, "version"]);
    return orNothing(
      await updateLocation(needs.management, callerOf(call), { id: idOf(call), members }),
    );
  });
  routes.delete("/management/locations/:id", "management.change", async (call) =>
    orNothing(await removeLocation(needs.management, callerOf(call), idOf(call))),
  );
}
