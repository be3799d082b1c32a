/** Creates an account with its first API key. */
import type { Secret } from "../../values/secret.ts";
import { CARD_PROCESSORS, type CardHostEnvironment } from "../card-hosts/card-host-names.ts";
import { keyCreator, newAccessKey, sealAccessKey } from "./access-key.ts";
import { AccountKeyStore } from "./account-key-store.ts";
import {
  type AccountRecord,
  type AccountSettings,
  type BadSetting,
  type ParentNoAgent,
  readAccountId,
} from "./account-record.ts";
import { AccountRecordStore, type NewRecord } from "./account-record-store.ts";
import { readCurrency, readSettings } from "./account-settings.ts";
import type { NewSealedKey } from "./account-store.ts";
import { type AccountNeeds, type ActingParty, recordAccountAct } from "./act-on-account.ts";
import { findBadProcessor } from "./check-processors.ts";
import { toRefusal } from "./update-account.ts";

/** Settings that are not given get the defaults of initialSettings. */
export interface NewAccount {
  /** Undefined: the next free number. */
  readonly id?: string | undefined;
  readonly name: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly isAgent: boolean;
  readonly parentId: string | null;
  /** Replace the defaults. */
  readonly settings?: Partial<Omit<AccountSettings, RequiredSetting>> | undefined;
}

type RequiredSetting = "name" | "timeZone" | "isAgent" | "parentId";

export type CreateOutcome =
  /** The key is shown once. */
  | { readonly kind: "created"; readonly account: AccountRecord; readonly accessKey: Secret }
  | BadSetting
  | ParentNoAgent
  | { readonly kind: "agent_below_agent" }
  | { readonly kind: "id_taken" }
  | { readonly kind: "no_free_id" };

export async function createAccount(
  needs: AccountNeeds,
  wish: NewAccount,
  by: ActingParty,
): Promise<CreateOutcome> {
  const { environment } = needs;
  const currency = readCurrency(wish.currency);
  if (currency === undefined) return { kind: "bad_setting", setting: "currency" };
  const wished = { ...initialSettings(wish, environment), ...wish.settings };
  const reading = readSettings(wished, environment);
  if (reading.kind === "bad_setting") return reading;
  if (wish.isAgent && wish.parentId !== null) return { kind: "agent_below_agent" };
  const account = { ...wished, ...reading.changes, currency };
  if (wish.id === undefined) return openWithFreeId(needs, account, by);
  const id = readAccountId(wish.id);
  if (id === undefined) return { kind: "bad_setting", setting: "id" };
  return openAccount(needs, { ...account, id }, by);
}

/** Certification allows everything; in production, features must be enabled. */
function initialSettings(wish: NewAccount, environment: CardHostEnvironment): AccountSettings {
  const { name, timeZone, isAgent, parentId } = wish;
  const isCertification = environment === "certification";
  const [processor = null] = isCertification ? CARD_PROCESSORS[environment] : [];
  return {
    name,
    timeZone,
    isAgent,
    parentId,
    receiptEmail: null,
    cardProcessor: isAgent ? null : processor,
    cardMerchantId: null,
    cardTerminalId: null,
    cardCategoryCode: null,
    achProcessor: null,
    achSecCode: "WEB",
    achSameDay: false,
    achAddenda: false,
    achPrenotes: false,
    achReturnStop: false,
    allowsCredit: isCertification,
    allowsFreeCredit: false,
    appliesAchChanges: true,
    achRetryDays: 0,
    declinesAvs: "",
    declinesCvv: "",
    authorizationDays: 7,
    duplicateMinutes: 0,
    partnerId: null,
    dualControl: false,
    creditApprovalCents: null,
  };
}

/** If another process took the id in the meantime, the next one is tried. */
async function openWithFreeId(
  needs: AccountNeeds,
  account: Omit<NewRecord, "id">,
  by: ActingParty,
): Promise<CreateOutcome> {
  for (;;) {
    const id = await new AccountRecordStore(needs.db).nextFreeId();
    if (id === undefined) return { kind: "no_free_id" };
    const outcome = await openAccount(needs, { ...account, id }, by);
    if (outcome.kind !== "id_taken") return outcome;
  }
}

async function openAccount(
  needs: AccountNeeds,
  account: NewRecord,
  by: ActingParty,
): Promise<CreateOutcome> {
  const accessKey = newAccessKey();
  // Before the transaction: custody may have to ask the database itself.
  const kept = await sealAccessKey(needs.custody, account.id, accessKey);
  const added = await storeAccount(needs, { account, kept, by });
  if (added === "id_taken") return { kind: added };
  if (typeof added === "string") return toRefusal(added);
  return "kind" in added ? added : { kind: "created", account: added, accessKey };
}

function storeAccount(
  { db }: AccountNeeds,
  { account, kept, by }: { account: NewRecord; kept: NewSealedKey; by: ActingParty },
) {
  return db.atomically(async (transaction) => {
    const accounts = new AccountRecordStore(transaction);
    const bad = await findBadProcessor(accounts, account);
    if (bad !== undefined) return bad;
    const added = await accounts.insertAccount(account);
    if (typeof added === "string") return added;
    await new AccountKeyStore(transaction).insertKey(account.id, kept, {
      createdBy: keyCreator(by),
    });
    const { id: accountId, ...after } = account;
    await recordAccountAct(transaction, by, { action: "account.create", accountId, after });
    return added;
  });
}
