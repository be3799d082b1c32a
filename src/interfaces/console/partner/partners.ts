/** The partner tree, one partner's page, and adding and editing sub-partners. */
import { createSubPartner } from "../../../core/management/partners/create-partner.ts";
import { updatePartner } from "../../../core/management/partners/update-partner.ts";
import { fittingRoles } from "../../../core/management/users/user-roles.ts";
import type { Members } from "../../../wire/management/members.ts";
import { readNewSubPartner, readPartnerChange } from "../../../wire/management/read-partner.ts";
import type { Call, Routes } from "../routes.ts";
import type { PartnerView } from "./contract.ts";
import type { PartnerNeeds } from "./routes.ts";
import { callerOf, idOf, membersOf, orNothing, personOf, viewOf } from "./sight.ts";
import { writeBranch, writeNamed, writePage, writePartner } from "./write.ts";

/** Without the parser credentials, which have their own page and permission. */
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
    return writePage(await view.branches(idOf(call), call.query.slice()), writeBranch);
  });
  routes.post("/management/partners", "management.partners", async (call) => {
    const members = membersOf(call, [...CHANGES, "parent"]);
    const role = roleOf(call.body.members["contact"]);
    if (role !== undefined) rejectClientRole(members, "contact.userRole", role);
    const partner = readNewSubPartner(members);
    return { id: await createSubPartner(needs.management, callerOf(call), partner) };
  });
  routes.patch("/management/partners/:id", "management.partners", async (call) => {
    const id = idOf(call);
    const members = membersOf(call, [...CHANGES, "version"]);
    const changed = { id, ...readPartnerChange(members) };
    return orNothing(await updatePartner(needs.management, callerOf(call), changed));
  });
}

/** Undefined where it is not text: the reader reports that. */
function roleOf(contact: unknown): string | undefined {
  const role = (contact as { readonly userRole?: unknown } | null | undefined)?.userRole;
  return typeof role === "string" && role !== "" ? role : undefined;
}

/** Only a partner role allows a partner's user anything. Called before the reader, whose list is longer. */
export function rejectClientRole(members: Members, field: string, role: unknown): void {
  const roles = fittingRoles("partner");
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
  return {
    ...writePartner(partner),
    isOwn: id === personOf(call).partner.id,
    trail: trail.map(writeNamed),
    counts: {
      subPartners,
      clients: owned.clients,
      locations: owned.locations,
      people: owned.people,
      devices: states.reduce((sum, { devices }) => sum + devices, 0),
    },
  };
}
