/** Places where devices are kept and used. */
import { LOCATION_FIELDS } from "../../../core/estate/estate-fields.ts";
import { createLocation, removeLocation, updateLocation } from "../../../core/estate/locations.ts";
import type { Routes } from "../routes.ts";
import type { PartnerNeeds } from "./routes.ts";
import { askedId, callerOf, idOf, membersOf, orNothing, viewOf } from "./sight.ts";
import { writeLocation, writePage } from "./write.ts";

const CHANGES = [...Object.keys(LOCATION_FIELDS), "country"];

export function addLocations(routes: Routes, needs: PartnerNeeds): void {
  routes.get("/estate/locations", "estate", async (call) => {
    const [clientId, ownOf] = [askedId(call, "client"), askedId(call, "partner")];
    const question = { ...call.query.slice(), clientId, ownOf };
    return writePage(await viewOf(needs, call).locations(question), writeLocation);
  });
  routes.get("/estate/locations/:id", "estate", async (call) => {
    const location = await viewOf(needs, call).location(idOf(call));
    return location && writeLocation(location);
  });
  routes.post("/estate/locations", "estate.change", async (call) => {
    const members = membersOf(call, [...CHANGES, "client"]);
    return { id: await createLocation(needs.estate, callerOf(call), members) };
  });
  routes.patch("/estate/locations/:id", "estate.change", async (call) => {
    const members = membersOf(call, [...CHANGES, "version"]);
    return orNothing(
      await updateLocation(needs.estate, callerOf(call), { id: idOf(call), members }),
    );
  });
  routes.delete("/estate/locations/:id", "estate.change", async (call) =>
    orNothing(await removeLocation(needs.estate, callerOf(call), idOf(call))),
  );
}
