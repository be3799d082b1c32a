/** Clients: search, add with a location and a user, edit, move and delete. */
import { createClient } from "../../../core/management/clients/create-client.ts";
import { removeClient } from "../../../core/management/clients/remove-client.ts";
import { updateClient } from "../../../core/management/clients/update-client.ts";
import { readClientChange, readNewClient } from "../../../wire/management/read-client.ts";
import { idInPath, idInQuery } from "../ids.ts";
import { addList } from "../lists/export-list.ts";
import { CLIENT_COLUMNS } from "../lists/partner-columns.ts";
import type { Call, Routes } from "../routes.ts";
import type { ClientView } from "./contract.ts";
import { managementCaller, managementView, nullIfDone } from "./management-access.ts";
import type { PartnerNeeds } from "./partner-needs.ts";
import { writeClient, writeNamed, writePage, writeWholeClient } from "./write.ts";

const CHANGES = ["name", "mid", "billingId", "isActive", "directPartner", "location", "contact"];

export function addClients(routes: Routes, needs: PartnerNeeds): void {
  addList(routes, {
    ...{ path: "/management/clients", needs: "management", name: "clients" },
    columns: CLIENT_COLUMNS,
    read: async (call) =>
      writePage(await managementView(needs, call).clients(readClientSearch(call)), writeClient),
  });
  routes.get("/management/clients/:id", "management", (call) => showClient(needs, call));
  routes.post("/management/clients", "management.change", async (call) => {
    const client = readNewClient(call.body.managementMembers(CHANGES));
    return { id: await createClient(needs.management, managementCaller(call), client) };
  });
  routes.patch("/management/clients/:id", "management.change", async (call) => {
    const change = readClientChange(call.body.managementMembers([...CHANGES, "version"]));
    const changed = { id: idInPath(call), ...change };
    return nullIfDone(await updateClient(needs.management, managementCaller(call), changed));
  });
  routes.delete("/management/clients/:id", "management.change", async (call) =>
    nullIfDone(await removeClient(needs.management, managementCaller(call), idInPath(call))),
  );
}

function readClientSearch(call: Call) {
  const { query } = call;
  const state = query.choice("state", ["active", "inactive"]);
  return {
    ...query.slice(),
    topId: idInQuery(call, "partner"),
    search: query.text("search")?.trim() || undefined,
    isActive: state && state === "active",
    isDirect: query.choice("direct", ["yes"]) === "yes",
    order: "name",
  } as const;
}

async function showClient(needs: PartnerNeeds, call: Call): Promise<ClientView | undefined> {
  const view = managementView(needs, call);
  const client = await view.client(idInPath(call));
  if (client === undefined) return undefined;
  const { id: clientId } = client;
  const filters = { topId: undefined, clientId, serialNumber: undefined, stateId: undefined };
  const [trail, owned, states, due] = await Promise.all([
    view.trail(client.directPartner.id),
    view.ownedByClient(clientId),
    view.devicesByState(filters),
    view.inspectionsDue(needs.management.clock.business(), { topId: undefined, clientId }),
  ]);
  const devices = states.reduce((sum, state) => sum + state.devices, 0);
  return {
    ...writeWholeClient(client),
    trail: trail.map(writeNamed),
    counts: { ...owned, devices },
    due,
  };
}
