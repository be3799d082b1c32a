/**
 * Changes settings of an account: all of the requested changes, or none. With dual control, some of
 * them wait for a second operator.
 */
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
import { requestChange, splitChanges } from "./dual-control/guarded-settings.ts";

type Refusal =
  | BadSetting
  | ParentNoAgent
  | { readonly kind: "agent_below_agent" }
  /** It has active sub-accounts, so it must stay an agent. */
  | { readonly kind: "has_sub_accounts" }
  /** Another change of the account waits for a second operator. */
  | { readonly kind: "change_waiting" };

interface MaybeHeld {
  readonly account: AccountRecord;
  /** The approval that the other changes wait for. Undefined: none waits. */
  readonly heldId?: string | undefined;
}

export type UpdateOutcome =
  | (MaybeHeld & { readonly kind: "updated"; readonly changed: Partial<AccountSettings> })
  /** All settings had these values already, or wait for a second operator. */
  | (MaybeHeld & { readonly kind: "unchanged" })
  | NotFound
  | Refusal;

export async function updateAccount(
  needs: AccountNeeds,
  id: string,
  { changes, by }: { readonly changes: Partial<AccountSettings>; readonly by: ActingParty },
): Promise<UpdateOutcome> {
  const reading = readSettings(changes, needs.environment);
  if (reading.kind === "bad_setting") return reading;
  const work = (db: Database, account: AccountRecord) =>
    saveOrRequest(needs, db, { account, changes: reading.changes, by });
  return returnRefusal(() => actOnAccount(needs, id, work));
}

/** Rolls back a request for an approval together with the changes that were refused. */
class RefusedChange extends Error {
  readonly outcome: UpdateOutcome;

  constructor(outcome: UpdateOutcome) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

async function returnRefusal(work: () => Promise<UpdateOutcome>): Promise<UpdateOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusedChange) return error.outcome;
    throw error;
  }
}

interface WantedChange {
  readonly account: AccountRecord;
  readonly changes: Partial<AccountSettings>;
  readonly by: ActingParty;
}

async function saveOrRequest(
  { clock }: AccountNeeds,
  db: Database,
  { account, changes, by }: WantedChange,
): Promise<UpdateOutcome> {
  const { free, guarded } = splitChanges(account, differing(changes, account));
  if (guarded === undefined) return saveChanges(db, { account, changed: free, by });
  const after = { ...account, ...guarded };
  const bad = await findBadProcessor(new AccountRecordStore(db), after, guarded);
  if (bad !== undefined) return bad;
  const before = pick(account, guarded);
  const heldId = await requestChange(db, clock, { account, before, after: guarded, by });
  if (heldId === undefined) return { kind: "change_waiting" };
  const saved = await saveChanges(db, { account, changed: free, by });
  if (saved.kind !== "updated" && saved.kind !== "unchanged") throw new RefusedChange(saved);
  return { ...saved, heldId };
}

interface SavedChange {
  readonly account: AccountRecord;
  readonly changed: Partial<AccountSettings>;
  readonly by: ActingParty;
}

/** Also for changes that a second operator approved. */
export async function saveChanges(
  db: Database,
  { account, changed, by }: SavedChange,
): Promise<UpdateOutcome> {
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
