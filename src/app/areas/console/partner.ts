/** The needs of the screens of partners and their clients. */
import { ParserLoginStore } from "../../../core/management/logins/parser-login-store.ts";
import { ManagementStores } from "../../../core/management/scope/visible-records.ts";
import { CallLogStore } from "../../../core/parser/journal/call-log-store.ts";
import type { PartnerNeeds } from "../../../interfaces/console/partner/partner-needs.ts";
import type { ConsoleParts } from "./console-parts.ts";

export function partnerNeeds({ pools, management }: ConsoleParts): PartnerNeeds {
  return {
    management: management.management,
    stores: new ManagementStores(pools.app),
    logins: new ParserLoginStore(pools.app),
    calls: new CallLogStore(pools.app),
    journal: management.journalPages,
  };
}
