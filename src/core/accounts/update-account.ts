/** Changes settings of an account: all of the requested changes, or none. */
import type { Database } from "../../db/database.ts";
import type {
  AccountRecord,
  AccountSettings,
  BadSetting,
  NotFound,
  ParentNoAgent,
} from "./account-record.ts";
import { AccountRecordStore, type LinkError } from "./account-record-store.ts";
import { readSettings } from "./account-settings.ts";
import {
  type AccountNeeds,
  type ActingParty,
  actOnAccount,
  recordAccountAct,
} from "./act-on-account.ts";
import { findBadProcessor } from "./check-processors.ts";

type Refusal =
  | BadSetting
  | ParentNoAgent
  | { readonly kind: "agent_below_agent" }
  /** It has active sub-accounts, so it must stay an agent. */
  | { readonly kind: "has_sub_accounts" };

export type UpdateOutcome =
  | {
      readonly kind: "updated";
      readonly account: AccountRecord;
      readonly changed: Partial<AccountSettings>;
    }
  /** All settings had these values already. */
  | { readonly kind: "unchanged"; readonly account: AccountRecord }
  | NotFound
  | Refusal;

export async function updateAccount(
  needs: AccountNeeds,
  id: string,
  { changes, by }: { readonly changes: Partial<AccountSettings>; readonly by: ActingParty },
): Promise<UpdateOutcome> {
  const reading = readSettings(changes, needs.environment);
  if (reading.kind === "bad_setting") return reading;
  return actOnAccount(needs, id, async (db, account): Promise<UpdateOutcome> => {
    const changed = differing(reading.changes, account);
    if (Object.keys(changed).length === 0) return { kind: "unchanged", account };
    const refusal = await save(db, account, changed);
    if (refusal !== undefined) return refusal;
    await recordAccountAct(db, by, {
      action: "account.update",
      accountId: account.id,
      before: pick(account, changed),
      after: changed,
    });
    return { kind: "updated", account: { ...account, ...changed }, changed };
  });
}

async function save(
  db: Database,
  before: AccountRecord,
  changed: Partial<AccountSettings>,
): Promise<Refusal | undefined> {
  const accounts = new AccountRecordStore(db);
  const after = { ...before, ...changed };
  if (after.isAgent && after.parentId !== null) return { kind: "agent_below_agent" };
  const bad = await findBadProcessor(accounts, after, changed);
  if (bad !== undefined) return bad;
  // A statement of its own, so that its error is not taken for an error of the account's own parent.
  if (changed.isAgent === false && !(await accounts.resignAsAgent(before.id))) {
    return { kind: "has_sub_accounts" };
  }
  const saved = await accounts.saveSettings(before.id, after);
  return saved === "saved" ? undefined : toRefusal(saved);
}

export function toRefusal(error: LinkError): BadSetting | ParentNoAgent {
  return error === "no_partner" ? { kind: "bad_setting", setting: "partnerId" } : { kind: error };
}

function differing(
  changes: Partial<AccountSettings>,
  account: AccountRecord,
): Partial<AccountSettings> {
  const names = Object.keys(changes) as (keyof AccountSettings)[];
  return Object.fromEntries(
    names.filter((name) => changes[name] !== account[name]).map((name) => [name, changes[name]]),
  );
}

function pick(account: AccountRecord, names: Partial<AccountSettings>): Partial<AccountSettings> {
  const listed = Object.keys(names) as (keyof AccountSettings)[];
  return Object.fromEntries(listed.map((name) => [name, account[name]]));
}
