/** `/partners`: the caller's own partner and all below it. */

import type { EstateNeeds } from "../../core/estate/estate.ts";
import { createPartner } from "../../core/estate/new-partners.ts";
import type { PartnerStore } from "../../core/estate/partner-store.ts";
import { updatePartner } from "../../core/estate/partners.ts";
import { CREATE_PARTNER, GET_PARTNER, LIST_PARTNERS, UPDATE_PARTNER } from "./partner-schema.ts";
import type { Routes } from "./routes.ts";
import { writePage, writePartner, writeWholePartner } from "./write.ts";

export interface PartnerNeeds {
  readonly estate: EstateNeeds;
  readonly partners: PartnerStore;
}

export function addPartners(routes: Routes, { estate, partners }: PartnerNeeds): void {
  routes.get("/partners", LIST_PARTNERS, async ({ caller, query }) => {
    const question = {
      ...query.slice(),
      topId: query.id("partner"),
      name: query.storable("name"),
      isActive: query.flag("isActive"),
      modifiedSince: query.moment("modifiedSince"),
    };
    query.settle();
    return writePage(await partners.list(caller.partnerId, question), writePartner);
  });
  routes.post("/partners", CREATE_PARTNER, async ({ caller, members }) => ({
    id: await createPartner(estate, caller, members),
  }));
  routes.get("/partners/:id", GET_PARTNER, async ({ caller, id }) =>
    writeWholePartner(await partners.find(caller.partnerId, id)),
  );
  routes.patch("/partners/:id", UPDATE_PARTNER, ({ caller, id, members }) =>
    updatePartner(estate, caller, { id, members }),
  );
}
