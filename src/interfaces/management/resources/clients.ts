/** `/clients`: clients of the caller's partner and of all partners below it. */
import type { ClientStore } from "../../../core/management/clients/client-store.ts";
import { createClient } from "../../../core/management/clients/create-client.ts";
import { removeClient } from "../../../core/management/clients/remove-client.ts";
import { updateClient } from "../../../core/management/clients/update-client.ts";
import type { ManagementNeeds } from "../../../core/management/scope/management-act.ts";
import { readClientChange, readNewClient } from "../../../wire/management/read-client.ts";
import { CLIENT_LIST } from "../list-rules.ts";
import type { Routes } from "../routes.ts";
import { writeClient, writePage, writeWhole } from "../write.ts";
import {
  CREATE_CLIENT,
  DELETE_CLIENT,
  GET_CLIENT,
  LIST_CLIENTS,
  UPDATE_CLIENT,
} from "./client-schema.ts";

export interface ClientNeeds {
  readonly management: ManagementNeeds;
  readonly clients: ClientStore;
}

export function addClients(routes: Routes, { management, clients }: ClientNeeds): void {
  routes.get("/clients", LIST_CLIENTS, async ({ caller, query }) => {
    const question = query.read(CLIENT_LIST);
    return writePage(await clients.listClients(caller.partnerId, question), writeClient);
  });
  routes.post("/clients", CREATE_CLIENT, async ({ caller, members }) => ({
    id: await createClient(management, caller, readNewClient(members)),
  }));
  routes.get("/clients/:id", GET_CLIENT, async ({ caller, id }) =>
    writeWhole(await clients.findClient(caller.partnerId, id), writeClient),
  );
  routes.patch("/clients/:id", UPDATE_CLIENT, ({ caller, id, members }) =>
    updateClient(management, caller, { id, ...readClientChange(members) }),
  );
  routes.delete("/clients/:id", DELETE_CLIENT, ({ caller, id }) =>
    removeClient(management, caller, id),
  );
}
