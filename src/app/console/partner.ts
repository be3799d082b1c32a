/** What the screens of partners and their clients work with. */
import { EstateStores } from "../../core/estate/estate-view.ts";
import { ParserLoginStore } from "../../core/estate/parser-login-store.ts";
import { CallLogStore } from "../../core/journal/call-log-store.ts";
import type { PartnerNeeds } from "../../interfaces/console/partner/routes.ts";
import type { Rooms } from "./rooms.ts";

export function partnerNeeds({ pools, estate }: Rooms): PartnerNeeds {
  return {
    estate: estate.estate,
    stores: new EstateStores(pools.app),
    logins: new ParserLoginStore(pools.app),
    calls: new CallLogStore(pools.app),
    journal: estate.journalPages,
  };
}
