/** Accounts: search, create, view, change, enable and disable. */
import { showOnce } from "../../../core/access/show-once.ts";
import type { AccountListStore } from "../../../core/accounts/account-list-store.ts";
import { AVS_CODES, CVV_CODES, readCurrency } from "../../../core/accounts/account-settings.ts";
import type { AccountNeeds } from "../../../core/accounts/act-on-account.ts";
import { createAccount } from "../../../core/accounts/create-account.ts";
import { setAccountActive } from "../../../core/accounts/set-account-active.ts";
import { showAccount } from "../../../core/accounts/show-account.ts";
import { updateAccount } from "../../../core/accounts/update-account.ts";
import { CARD_PROCESSORS } from "../../../core/card-hosts/card-host-names.ts";
import type { PartnerDirectoryStore } from "../../../core/management/partners/partner-directory-store.ts";
import { FREQUENCY_MAX_DAYS, FREQUENCY_STEP_DAYS } from "../../../core/verification/settings.ts";
import { SEC_CODES } from "../../../values/bank.ts";
import { asJson } from "../as-json.ts";
import { addList } from "../lists/export-list.ts";
import { ACCOUNT_COLUMNS } from "../lists/operator-columns.ts";
import { actingParty, type Call, type Routes } from "../routes.ts";
import { writeAccessKey } from "../write-access-key.ts";
import { readNewAccount, readSettingChanges } from "./account-body.ts";
import { accountRefusal } from "./account-texts.ts";
import type { AccountChoices, CreatedAccount } from "./contract.ts";

export interface AccountRouteNeeds {
  readonly accounts: AccountNeeds;
  /** Stores the uses of API keys that this process has noted. */
  readonly writeKeyUses: () => Promise<void>;
  readonly accountList: AccountListStore;
  readonly partnerDirectory: PartnerDirectoryStore;
}

const FREQUENCIES: readonly string[] = [
  "every",
  ...Array.from({ length: FREQUENCY_MAX_DAYS / FREQUENCY_STEP_DAYS }, (_, step) =>
    String((step + 1) * FREQUENCY_STEP_DAYS),
  ),
];
const YES_NO = ["yes", "no"] as const;

export function addAccounts(routes: Routes, needs: AccountRouteNeeds): void {
  const { accounts, accountList } = needs;
  routes.get("/operator/choices", "accounts", () => accountChoices(needs));
  addList(routes, {
    ...{ path: "/operator/accounts", needs: "accounts", name: "accounts" },
    columns: ACCOUNT_COLUMNS,
    read: async (call) => asJson(await accountList.searchAccounts(readAccountSearch(call))),
  });
  routes.post("/operator/accounts", "accounts", async (call): Promise<CreatedAccount> => {
    const outcome = await createAccount(accounts, readNewAccount(call.body), actingParty(call));
    if (outcome.kind !== "created") throw accountRefusal(outcome);
    return { id: outcome.account.id, accessKey: showOnce(outcome.accessKey) };
  });
  routes.get("/operator/accounts/:id", "accounts", async (call) => {
    await needs.writeKeyUses();
    return showAccountDetail(needs, call.param("id"));
  });
  routes.patch("/operator/accounts/:id", "accounts", async (call) => {
    const change = { changes: readSettingChanges(call.body), by: actingParty(call) };
    const outcome = await updateAccount(accounts, call.param("id"), change);
    if (outcome.kind === "not_found") return undefined;
    if (outcome.kind !== "updated" && outcome.kind !== "unchanged") throw accountRefusal(outcome);
    const detail = await showAccountDetail(needs, outcome.account.id);
    return detail && { ...detail, isHeld: outcome.heldId !== undefined };
  });
  routes.post("/operator/accounts/:id/switch", "accounts", async (call) => {
    const isActive = call.body.flag("isActive");
    call.body.settle();
    const outcome = await setAccountActive(accounts, call.param("id"), {
      isActive,
      by: actingParty(call),
    });
    if (outcome.kind === "not_found") return undefined;
    if (outcome.kind === "parent_no_agent") throw accountRefusal(outcome);
    return { isActive };
  });
}

function readAccountSearch({ query }: Call) {
  const active = query.choice("active", YES_NO);
  const kind = query.choice("kind", ["agent", "merchant"]);
  const ach = query.text("ach", 50);
  const [parentId, partnerId] = [query.text("parent"), query.text("partner")];
  return {
    text: query.text("text", 100)?.trim() || undefined,
    isActive: active && active === "yes",
    isAgent: kind && kind === "agent",
    achProcessor: ach === "none" ? null : ach,
    parentId: isNumber(parentId) ? parentId : undefined,
    partnerId: isNumber(partnerId) ? partnerId : undefined,
    ...query.slice(),
  };
}

function isNumber(text: string | undefined): boolean {
  return text !== undefined && /^[1-9]\d{0,17}$/.test(text);
}

async function showAccountDetail({ accounts, partnerDirectory }: AccountRouteNeeds, id: string) {
  const view = await showAccount(accounts, id);
  if (view === undefined) return undefined;
  const { parentId, partnerId } = view.account;
  const above = parentId === null ? undefined : await showAccount(accounts, parentId);
  const known =
    partnerId === null ? undefined : await partnerDirectory.findDirectoryEntry(partnerId);
  return {
    ...view,
    keys: view.keys.map(writeAccessKey),
    parent: above && { id: above.account.id, name: above.account.name },
    partner: known && { id: known.id, name: known.name, reference: known.reference },
  };
}

async function accountChoices({
  accounts,
  accountList,
}: AccountRouteNeeds): Promise<AccountChoices> {
  return {
    timeZones: ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")],
    currencies: Intl.supportedValuesOf("currency").filter(readCurrency),
    cardProcessors: [
      ...CARD_PROCESSORS[accounts.environment],
      ...(await accountList.listCardHosts()),
    ],
    achProcessors: await accountList.listBankConnections(),
    secCodes: SEC_CODES,
    avsCodes: [...AVS_CODES],
    cvvCodes: [...CVV_CODES],
    frequencies: FREQUENCIES,
  };
}
