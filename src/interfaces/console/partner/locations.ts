/** Locations where devices are kept and used. */
import { createLocation } from "../../../core/management/locations/create-location.ts";
import { removeLocation } from "../../../core/management/locations/remove-location.ts";
import { updateLocation } from "../../../core/management/locations/update-location.ts";
import {
  LOCATION_RULES,
  readLocationChange,
  readNewClientLocation,
} from "../../../wire/management/read-location.ts";
import { idInPath, idInQuery } from "../ids.ts";
import { addList } from "../lists/export-list.ts";
import { LOCATION_COLUMNS } from "../lists/partner-columns.ts";
import type { Routes } from "../routes.ts";
import { managementCaller, managementView, nullIfDone } from "./management-access.ts";
import type { PartnerNeeds } from "./partner-needs.ts";
import { writeLocation, writePage } from "./write.ts";

const CHANGES = [...Object.keys(LOCATION_RULES), "country"];

export function addLocations(routes: Routes, needs: PartnerNeeds): void {
  addList(routes, {
    ...{ path: "/management/locations", needs: "management", name: "locations" },
    columns: LOCATION_COLUMNS,
    read: async (call) => {
      const [clientId, ownOf] = [idInQuery(call, "client"), idInQuery(call, "partner")];
      const question = { ...call.query.slice(), clientId, ownOf };
      return writePage(await managementView(needs, call).locations(question), writeLocation);
    },
  });
  routes.get("/management/locations/:id", "management", async (call) => {
    const location = await managementView(needs, call).location(idInPath(call));
    return location && writeLocation(location);
  });
  routes.post("/management/locations", "management.change", async (call) => {
    const location = readNewClientLocation(call.body.managementMembers([...CHANGES, "client"]));
    return { id: await createLocation(needs.management, managementCaller(call), location) };
  });
  routes.patch("/management/locations/:id", "management.change", async (call) => {
    const change = readLocationChange(call.body.managementMembers([...CHANGES, "version"]));
    const changed = { id: idInPath(call), ...change };
    return nullIfDone(await updateLocation(needs.management, managementCaller(call), changed));
  });
  routes.delete("/management/locations/:id", "management.change", async (call) =>
    nullIfDone(await removeLocation(needs.management, managementCaller(call), idInPath(call))),
  );
}
