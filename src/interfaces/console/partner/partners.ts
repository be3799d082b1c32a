/** The partner tree, one partner's page, and adding and editing sub-partners. */
import { createSubPartner } from "../../../core/management/partners/create-partner.ts";
import { updatePartner } from "../../../core/management/partners/update-partner.ts";
import { fittingRoles } from "../../../core/management/users/user-roles.ts";
import type { Members } from "../../../wire/management/members.ts";
import { readNewSubPartner, readPartnerChange } from "../../../wire/management/read-partner.ts";
import { idInPath } from "../ids.ts";
import { addList } from "../lists/export-list.ts";
import { BRANCH_COLUMNS } from "../lists/partner-columns.ts";
import type { Call, Routes } from "../routes.ts";
import type { PartnerView } from "./contract.ts";
import {
  managementCaller,
  managementUser,
  managementView,
  nullIfDone,
} from "./management-access.ts";
import type { PartnerNeeds } from "./partner-needs.ts";
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

export function addPartnerTree(routes: Routes, needs: PartnerNeeds): void {
  routes.get("/management/partners/:id", "management.tree", (call) => showPartner(needs, call));
  addList(routes, {
    ...{ path: "/management/partners/:id/below", needs: "management.tree", name: "sub-partners" },
    columns: BRANCH_COLUMNS,
    read: async (call) => {
      const view = managementView(needs, call);
      if ((await view.partner(idInPath(call))) === undefined) return undefined;
      return writePage(await view.branches(idInPath(call), call.query.slice()), writeBranch);
    },
  });
  routes.post("/management/partners", "management.partners", async (call) => {
    const members = call.body.managementMembers([...CHANGES, "parent"]);
    const role = contactRole(members.get("contact"));
    if (role !== undefined) rejectClientRole(members, "contact.userRole", role);
    const partner = readNewSubPartner(members);
    return { id: await createSubPartner(needs.management, managementCaller(call), partner) };
  });
  routes.patch("/management/partners/:id", "management.partners", async (call) => {
    const id = idInPath(call);
    const members = call.body.managementMembers([...CHANGES, "version"]);
    const changed = { id, ...readPartnerChange(members) };
    return nullIfDone(await updatePartner(needs.management, managementCaller(call), changed));
  });
}

/** Undefined if it is not text, which the reader then reports. */
function contactRole(contact: unknown): string | undefined {
  const role = (contact as { readonly userRole?: unknown } | null | undefined)?.userRole;
  return typeof role === "string" && role !== "" ? role : undefined;
}

/**
 * A client role would give a partner user no permissions. This is called before the reader, which
 * accepts both kinds of roles.
 */
export function rejectClientRole(members: Members, field: string, role: unknown): void {
  const roles = fittingRoles("partner");
  if (typeof role !== "string" || role === "" || roles.includes(role)) return;
  members.reject(field, { kind: "not_a_choice", choices: roles });
}

async function showPartner(needs: PartnerNeeds, call: Call): Promise<PartnerView | undefined> {
  const view = managementView(needs, call);
  const partner = await view.partner(idInPath(call));
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
    isOwn: id === managementUser(call).partner.id,
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
