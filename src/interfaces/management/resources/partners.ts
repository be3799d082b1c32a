/** `/partners`: the caller's partner and all partners below it. */
import { createSubPartner } from "../../../core/management/partners/create-partner.ts";
import type { PartnerStore } from "../../../core/management/partners/partner-store.ts";
import { updatePartner } from "../../../core/management/partners/update-partner.ts";
import type { ManagementNeeds } from "../../../core/management/scope/management-act.ts";
import { readNewSubPartner, readPartnerChange } from "../../../wire/management/read-partner.ts";
import { PARTNER_LIST } from "../list-rules.ts";
import type { Routes } from "../routes.ts";
import { writePage, writePartner, writeWholePartner } from "../write.ts";
import { CREATE_PARTNER, GET_PARTNER, LIST_PARTNERS, UPDATE_PARTNER } from "./partner-schema.ts";

export interface PartnerNeeds {
  readonly management: ManagementNeeds;
  readonly partners: PartnerStore;
}

export function addPartners(routes: Routes, { management, partners }: PartnerNeeds): void {
  routes.get("/partners", LIST_PARTNERS, async ({ caller, query }) => {
    const question = query.read(PARTNER_LIST);
    return writePage(await partners.listPartners(caller.partnerId, question), writePartner);
  });
  routes.post("/partners", CREATE_PARTNER, async ({ caller, members }) => ({
    id: await createSubPartner(management, caller, readNewSubPartner(members)),
  }));
  routes.get("/partners/:id", GET_PARTNER, async ({ caller, id }) =>
    writeWholePartner(await partners.findPartner(caller.partnerId, id)),
  );
  routes.patch("/partners/:id", UPDATE_PARTNER, ({ caller, id, members }) =>
    updatePartner(management, caller, { id, ...readPartnerChange(members) }),
  );
}
