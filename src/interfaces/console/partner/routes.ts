/** The partner API: tree, clients, locations, users, devices, attestations and credentials. */

import type { ParserLoginStore } from "../../../core/management/logins/parser-login-store.ts";
import type { ManagementNeeds } from "../../../core/management/scope/management-act.ts";
import type { ManagementStores } from "../../../core/management/scope/visible-records.ts";
import type { CallLogStore } from "../../../core/parser/journal/call-log-store.ts";
import type { JournalPageStore } from "../../../core/parser/journal/journal-page-store.ts";
import type { Routes } from "../routes.ts";
import { addApiSecrets } from "./api-secrets.ts";
import { addAttestations } from "./attestations.ts";
import { addChoices } from "./choices.ts";
import { addClients } from "./clients.ts";
import { addCredentials } from "./credentials.ts";
import { addDevices } from "./devices.ts";
import { addHome } from "./home.ts";
import { addLocations } from "./locations.ts";
import { addParserLog } from "./parser-log.ts";
import { addPartnerTree } from "./partners.ts";
import { addUsers } from "./users.ts";

export interface PartnerNeeds {
  readonly management: ManagementNeeds;
  readonly stores: ManagementStores;
  readonly logins: ParserLoginStore;
  readonly calls: CallLogStore;
  readonly journal: JournalPageStore;
}

export function addPartner(routes: Routes, needs: PartnerNeeds): void {
  addChoices(routes);
  addHome(routes, needs);
  addPartnerTree(routes, needs);
  addClients(routes, needs);
  addLocations(routes, needs);
  addUsers(routes, needs);
  addApiSecrets(routes, needs);
  addDevices(routes, needs);
  addAttestations(routes, needs);
  addParserLog(routes, needs);
  addCredentials(routes, needs);
}
