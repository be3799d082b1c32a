/** The tree of partners: what is below, one partner's page, sub-partners entered and changed. */

import { createPartner } from "../../../core/management/partners/new-partners.ts";
import { updatePartner } from "../../../core/management/partners/partners.ts";
import type { Members } from "../../../core/management/scope/members.ts";
import { rolesOf } from "../../../core/management/users/user-roles.ts";
import type { Call, Routes } from "../routes.ts";
import type { PartnerView } from "./contract.ts";
import type { PartnerNeeds } from "./routes.ts";
import { callerOf, idOf, membersOf, orNothing, personOf, viewOf } from "./sight.ts";
import { writePage, writtenAt } from "./write.ts";

/** The parser's credentials are not among them: they have a page and a permission of their own. */
const CHANGES = [
  "name",
  "reference",
  "billingId",
  "partnerId",
  "verificationPhrase",
  "clientCanOrderEquipment",
  "isActive",
  "location",
  "contact",
];

export function addPartners(routes: Routes, needs: PartnerNeeds): void {
  routes.get("/management/partners/:id", "management.tree", (call) => partnerView(needs, call));
  routes.get("/management/partners/:id/below", "management.tree", async (call) => {
    const view = viewOf(needs, call);
    if ((await view.partner(idOf(call))) === undefined) return undefined;
    return writePage(await view.branches(idOf(call), call.query.slice()), (branch) => branch);
  });
  routes.post("/management/partners", "management.partners", async (call) => {
    const members = membersOf(call, [...CHANGES, "parent"]);
    const role = roleOf(call.body.members["contact"]);
    if (role !== undefined) blameRole(members, "contact.userRole", role);
    return { id: await createPartner(needs.management, callerOf(call), members) };
  });
  routes.patch("/management/partners/:id", "management.partners", async (call) => {
    const id = idOf(call);
    const members = membersOf(call, [...CHANGES, "version"]);
    return orNothing(await updatePartner(needs.management, callerOf(call), { id, members }));
  });
}

/** What is no text is for the rules of the members to say. */
function roleOf(contact: unknown): string | undefined {
  const role = (contact as { readonly userRole?: unknown } | null | undefined)?.userRole;
  return typeof role === "string" && role !== "" ? role : undefined;
}

/** A partner role is the only kind that allows a partner's person anything. */
export function blameRole(members: Members, field: string, role: unknown): void {
  const roles = rolesOf("partner");
  if (typeof role !== "string" || role === "" || roles.includes(role)) return;
  members.reject(field, { kind: "not_a_choice", choices: roles });
}

async function partnerView(needs: PartnerNeeds, call: Call): Promise<PartnerView | undefined> {
  const view = viewOf(needs, call);
  const partner = await view.partner(idOf(call));
  if (partner === undefined) return undefined;
  const { id } = partner;
  const filters = { topId: id, clientId: undefined, serialNumber: undefined, stateId: undefined };
  const [trail, { total: subPartners }, owned, states] = await Promise.all([
    view.trail(id),
    view.branches(id, { take: 1, skip: 0 }),
    view.owned(id),
    view.devicesByState(filters),
  ]);
  const { parent, allowList, partnerId: parserName, ...rest } = partner;
  return {
    ...rest,
    ...writtenAt(partner),
    parserName,
    isOwn: id === personOf(call).partner.id,
    trail,
    counts: {
      subPartners,
      clients: owned.clients,
      locations: owned.locations,
      people: owned.people,
      devices: states.reduce((sum, { devices }) => sum + devices, 0),
    },
  };
}
