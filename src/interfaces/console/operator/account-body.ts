/** Reads the account forms. The core validates the settings. */
import type { AccountSettings } from "../../../core/accounts/account-record.ts";
import type { NewAccount } from "../../../core/accounts/create-account.ts";
import { jsonFlag, jsonWhole } from "../../../wire/reader/json-rules.ts";
import { ruleSet } from "../../../wire/reader/rule-set.ts";
import { type Body, bodyText } from "../read.ts";

const TEXT = bodyText();
const TEXT_OR_NONE = TEXT.or(null);
const CODES = TEXT.or("");
const CREDIT_CENTS = { min: 0, max: 9_999_999_999 } as const;

const SETTINGS = ruleSet({
  name: TEXT,
  timeZone: TEXT,
  achSecCode: TEXT,
  parentId: TEXT_OR_NONE,
  receiptEmail: TEXT_OR_NONE,
  cardProcessor: TEXT_OR_NONE,
  cardMerchantId: TEXT_OR_NONE,
  cardTerminalId: TEXT_OR_NONE,
  cardCategoryCode: TEXT_OR_NONE,
  achProcessor: TEXT_OR_NONE,
  partnerId: TEXT_OR_NONE,
  declinesAvs: CODES,
  declinesCvv: CODES,
  isAgent: jsonFlag(),
  achSameDay: jsonFlag(),
  achAddenda: jsonFlag(),
  achPrenotes: jsonFlag(),
  achReturnStop: jsonFlag(),
  allowsCredit: jsonFlag(),
  allowsFreeCredit: jsonFlag(),
  appliesAchChanges: jsonFlag(),
  achRetryDays: jsonWhole({ min: 0, max: 60 }),
  authorizationDays: jsonWhole({ min: 1, max: 30 }),
  duplicateMinutes: jsonWhole({ min: 0, max: 1_440 }),
  dualControl: jsonFlag(),
});

/** Only the fields that were sent. */
export function readSettingChanges(body: Body): Partial<AccountSettings> {
  const changes = { ...body.readSent(SETTINGS), ...readCreditLimit(body) };
  body.settle();
  return changes;
}

/** Null removes the limit. */
function readCreditLimit(body: Body): Partial<Pick<AccountSettings, "creditApprovalCents">> {
  if (body.isNull("creditApprovalCents")) return { creditApprovalCents: null };
  if (!body.has("creditApprovalCents")) return {};
  return { creditApprovalCents: body.whole("creditApprovalCents", CREDIT_CENTS) };
}

export function readNewAccount(body: Body): NewAccount {
  const [name, timeZone, currency] = [
    body.text("name"),
    body.text("timeZone"),
    body.text("currency"),
  ];
  const isAgent = body.has("isAgent") && body.flag("isAgent");
  const id = body.optionalText("id");
  const { parentId = null, ...settings } = {
    ...body.readSent(SETTINGS),
    ...readCreditLimit(body),
  };
  body.settle();
  return { id, name, timeZone, currency, isAgent, parentId, settings };
}
