/** The account settings: fields that an admin may change, and terms that only operators change. */
import type { AccountRecord, SettingName } from "../../../core/accounts/account-record.ts";
import type { AccountRecordStore } from "../../../core/accounts/account-record-store.ts";
import { readSettings } from "../../../core/accounts/account-settings.ts";
import type { CardHostEnvironment } from "../../../core/card-hosts/card-host-names.ts";
import type { PosServices } from "../../../core/pos/pos.ts";
import { changeAccount } from "../../../core/pos/users/change-account.ts";
import type { PosAccountChanges } from "../../../core/pos/users/pos-account-store.ts";
import { invalid } from "../errors.ts";
import { merchantAccountId, posCaller } from "../merchant-user.ts";
import type { Body } from "../read.ts";
import type { Routes } from "../routes.ts";
import type { AccountView } from "./contract.ts";

export interface AccountSettingsNeeds {
  readonly records: AccountRecordStore;
  readonly pos: PosServices;
  readonly environment: CardHostEnvironment;
  readonly limits: Pick<
    AccountView["terms"],
    "amountMaxCents" | "reportsAtOnce" | "requestsPerSecond"
  >;
}

export function addAccountSettings(routes: Routes, needs: AccountSettingsNeeds): void {
  routes.get("/settings/account", "settings", (call) =>
    showAccountSettings(needs, merchantAccountId(call)),
  );
  routes.patch("/settings/account", "settings", async (call) => {
    const changes = readAccountChanges(call.body, needs.environment);
    const changed = await changeAccount(needs.pos, posCaller(call), changes);
    return changed && showAccountSettings(needs, merchantAccountId(call));
  });
}

async function showAccountSettings(
  needs: AccountSettingsNeeds,
  id: string,
): Promise<AccountView | undefined> {
  const account = await needs.records.findAccount(id);
  if (account === undefined) return undefined;
  const { name, timeZone, currency, isAgent, parentId, receiptEmail } = account;
  return {
    ...{ id, name, timeZone, currency, isAgent },
    ...(parentId !== null && { parentId }),
    ...(receiptEmail !== null && { receiptEmail }),
    isTaxedBeforeDiscount: await needs.pos.accounts.isTaxedBeforeDiscount(id),
    createdAt: account.createdAt.toString(),
    terms: { ...accountTerms(account), ...needs.limits },
  };
}

function accountTerms(account: AccountRecord) {
  const { achSecCode, allowsCredit, appliesAchChanges, authorizationDays } = account;
  const { achRetryDays, allowsFreeCredit, declinesAvs, declinesCvv, duplicateMinutes } = account;
  return {
    takesCards: account.cardProcessor !== null,
    takesAch: account.achProcessor !== null,
    ...{ achSecCode, allowsCredit, appliesAchChanges, authorizationDays },
    ...{ achRetryDays, allowsFreeCredit, declinesAvs, declinesCvv, duplicateMinutes },
  };
}

/** The receipt email may be blank. The other fields are required. */
function readAccountChanges(body: Body, environment: CardHostEnvironment): PosAccountChanges {
  const required = (field: string) => (body.has(field) ? body.text(field) : undefined);
  const name = required("name");
  const timeZone = required("timeZone");
  const receiptEmail = body.isText("receiptEmail")
    ? (body.optionalText("receiptEmail") ?? null)
    : undefined;
  const isTaxedBeforeDiscount = body.has("isTaxedBeforeDiscount")
    ? body.flag("isTaxedBeforeDiscount")
    : undefined;
  body.settle();
  const wish = {
    ...(name !== undefined && { name }),
    ...(timeZone !== undefined && { timeZone }),
    ...(receiptEmail !== undefined && { receiptEmail }),
  };
  const reading = readSettings(wish, environment);
  if (reading.kind === "bad_setting") throw invalid(settingError(reading.setting));
  const { changes } = reading;
  return {
    name: changes.name,
    timeZone: changes.timeZone,
    receiptEmail: changes.receiptEmail,
    isTaxedBeforeDiscount,
  };
}

const SENTENCES: Partial<Record<SettingName, string>> = {
  name: "Use at most 100 characters.",
  timeZone: "Choose a valid time zone, such as America/New_York.",
  receiptEmail: "Enter a valid email address.",
};

function settingError(setting: SettingName): Record<string, string> {
  return { [setting]: SENTENCES[setting] ?? "This value is not allowed." };
}
