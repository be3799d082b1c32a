/** Reads the account forms. The core validates the settings. */
import type { AccountSettings } from "../../../core/accounts/account-record.ts";
import type { NewAccount } from "../../../core/accounts/create-account.ts";
import type { Body } from "../read.ts";

const REQUIRED_TEXTS = ["name", "timeZone", "achSecCode"] as const;
const OPTIONAL_TEXTS = [
  "parentId",
  "receiptEmail",
  "cardProcessor",
  "achProcessor",
  "partnerId",
] as const;
const RESULT_CODES = ["declinesAvs", "declinesCvv"] as const;
const FLAGS = ["isAgent", "allowsCredit"] as const;

/** Only the fields that were sent. */
export function readSettingChanges(body: Body): Partial<AccountSettings> {
  const changes = readSentSettings(body);
  body.settle();
  return changes;
}

function readSentSettings(body: Body): Partial<AccountSettings> {
  const changes: Record<string, unknown> = {};
  const read = (names: readonly string[], reader: (name: string) => unknown) => {
    for (const name of names) if (body.has(name)) changes[name] = reader(name);
  };
  read(REQUIRED_TEXTS, (name) => body.text(name));
  read(OPTIONAL_TEXTS, (name) => body.optionalText(name) ?? null);
  read(RESULT_CODES, (name) => body.optionalText(name) ?? "");
  read(FLAGS, (name) => body.flag(name));
  read(["authorizationDays"], (name) => body.whole(name, { min: 1, max: 30 }));
  return changes;
}

export function readNewAccount(body: Body): NewAccount {
  const [name, timeZone, currency] = [
    body.text("name"),
    body.text("timeZone"),
    body.text("currency"),
  ];
  const isAgent = body.has("isAgent") && body.flag("isAgent");
  const id = body.optionalText("id");
  const { parentId = null, ...settings } = readSentSettings(body);
  body.settle();
  return { id, name, timeZone, currency, isAgent, parentId, settings };
}
