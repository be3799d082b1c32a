/** All partners of the installation: search, create, view, enable and disable. */
import { showOnce } from "../../../core/access/show-once.ts";
import type { AccountListStore } from "../../../core/accounts/account-list-store.ts";
import { createRootPartner } from "../../../core/management/partners/create-partner.ts";
import type { PartnerDirectoryStore } from "../../../core/management/partners/partner-directory-store.ts";
import { newPartnerKey } from "../../../core/management/partners/partner-key.ts";
import type { PartnerSizeStore } from "../../../core/management/partners/partner-size-store.ts";
import type { PartnerStore } from "../../../core/management/partners/partner-store.ts";
import { updatePartner } from "../../../core/management/partners/update-partner.ts";
import { ErrorCollector, FieldErrors } from "../../../core/management/scope/field-errors.ts";
import type { ManagementNeeds } from "../../../core/management/scope/management-act.ts";
import { EVERY_MANAGEMENT_PERMISSION } from "../../../core/management/users/user-roles.ts";
import { Members } from "../../../wire/management/members.ts";
import { problemText } from "../../../wire/management/problem-texts.ts";
import { readNewRootPartner } from "../../../wire/management/read-partner.ts";
import { asJson } from "../as-json.ts";
import { invalid } from "../errors.ts";
import { idInPath } from "../ids.ts";
import { addList } from "../lists/export-list.ts";
import { ALL_PARTNER_COLUMNS } from "../lists/operator-columns.ts";
import type { Body } from "../read.ts";
import type { Call, Routes } from "../routes.ts";
import type { CreatedPartner } from "./contract.ts";

export interface PartnerRouteNeeds {
  readonly management: ManagementNeeds;
  readonly partners: PartnerStore;
  readonly partnerDirectory: PartnerDirectoryStore;
  readonly partnerSizes: PartnerSizeStore;
  readonly accountList: AccountListStore;
}

export function addAllPartners(routes: Routes, needs: PartnerRouteNeeds): void {
  const { management, partnerDirectory } = needs;
  addList(routes, {
    ...{ path: "/operator/partners", needs: "partners", name: "partners" },
    columns: ALL_PARTNER_COLUMNS,
    read: async (call) => asJson(await partnerDirectory.searchPartners(readPartnerSearch(call))),
  });
  routes.post("/operator/partners", "partners", async (call): Promise<CreatedPartner> => {
    const partnerKey = newPartnerKey();
    const { values, errors } = readNewRootPartner(new Members(readPartner(call.body)));
    const partner = { ...values, secrets: { ...values.secrets, partnerKey } };
    const { actor, from } = call;
    const id = await withFormFieldNames(() =>
      createRootPartner(management, { actor, from }, { values: partner, errors }),
    );
    return { id, partnerKey: showOnce(partnerKey) };
  });
  routes.get("/operator/partners/:id", "partners", (call) =>
    showPartnerDetail(needs, idInPath(call)),
  );
  routes.post("/operator/partners/:id/switch", "partners", async (call) => {
    const isActive = call.body.flag("isActive");
    call.body.settle();
    const id = idInPath(call);
    // Read with the partner's own visibility, which includes its own row.
    const caller = {
      actor: call.actor,
      from: call.from,
      partnerId: id,
      may: EVERY_MANAGEMENT_PERMISSION,
    };
    const changed = { id, values: { isActive }, errors: new ErrorCollector() };
    return (await updatePartner(management, caller, changed)) ? { isActive } : undefined;
  });
}

function readPartnerSearch({ query }: Call) {
  const active = query.choice("active", ["yes", "no"]);
  const level = query.choice("level", ["root", "sub"]);
  return {
    text: query.text("text", 100)?.trim() || undefined,
    isActive: active && active === "yes",
    isRoot: level && level === "root",
    ...query.slice(),
  };
}

/** The same as on the command line: with an office and a first user, who receives an email. */
function readPartner(body: Body): object {
  const text = (name: string) => body.optionalText(name);
  const name = text("name");
  const partner = {
    name,
    reference: text("reference"),
    location: {
      name: `${name ?? ""} office`.trim().slice(0, 255),
      locationType: "Partner Location",
      country: { code: text("country") },
      address1: text("address"),
      city: text("city"),
    },
    contact: {
      userName: text("userName"),
      firstName: text("firstName"),
      lastName: text("lastName"),
      email: text("email"),
      phone: text("phone"),
      userRole: "System Admin",
      isActive: true,
      sendWelcomeEmail: true,
    },
  };
  body.settle();
  return partner;
}

/** Form fields whose names differ from the management fields. */
const FORM_NAMES: Readonly<Record<string, string>> = {
  "location.name": "name",
  "location.country": "country",
  "location.country.code": "country",
  "location.address1": "address",
};

async function withFormFieldNames(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FieldErrors)) throw error;
    const named = error.errors.map(({ field, problem }) => {
      const name = FORM_NAMES[field] ?? field.replace(/^(location|contact)\./, "");
      return [name, `This ${problemText(problem)}`] as const;
    });
    throw invalid(Object.fromEntries(named));
  }
}

async function showPartnerDetail(needs: PartnerRouteNeeds, id: string) {
  const partner = await needs.partnerDirectory.findDirectoryEntry(id);
  const known = partner && (await needs.partners.findPartner(id, id));
  if (partner === undefined || known === undefined) return undefined;
  const linked = await needs.accountList.searchAccounts({ partnerId: id, take: 1, skip: 0 });
  return {
    partner,
    parserName: known.partnerId,
    allowList: known.allowList,
    size: await needs.partnerSizes.measurePartner(id),
    accountCount: linked.total,
  };
}
