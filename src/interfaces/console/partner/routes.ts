/** The partner API: tree, clients, locations, users, devices, attestations and credentials. */

import type { Routes } from "../routes.ts";
import { addApiSecrets } from "./api-secrets.ts";
import { addAttestations } from "./attestations.ts";
import { addBulkDevices } from "./bulk/bulk-devices.ts";
import { addChoices } from "./choices.ts";
import { addClients } from "./clients.ts";
import { addCredentials } from "./credentials.ts";
import { addDevices } from "./devices.ts";
import { addHome } from "./home.ts";
import { addLocations } from "./locations.ts";
import { addParserLog } from "./parser-log.ts";
import type { PartnerNeeds } from "./partner-needs.ts";
import { addPartnerTree } from "./partners.ts";
import { addUsers } from "./users.ts";

export function addPartner(routes: Routes, needs: PartnerNeeds): void {
  addChoices(routes);
  addHome(routes, needs);
  addPartnerTree(routes, needs);
  addClients(routes, needs);
  addLocations(routes, needs);
  addUsers(routes, needs);
  addApiSecrets(routes, needs);
  addBulkDevices(routes, needs);
  addDevices(routes, needs);
  addAttestations(routes, needs);
  addParserLog(routes, needs);
  addCredentials(routes, needs);
}
