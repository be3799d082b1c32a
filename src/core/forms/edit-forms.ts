/**
 * What a merchant does with payment forms: look, make, change, switch, renew the secret. Every act
 * is audited in its own commit. Whoever calls has made sure that the account is the caller's.
 */

import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Secret } from "../../values/secret.ts";
import type { AccountRecord, NotFound } from "../accounts/account-record.ts";
import { type AccountNeeds, type ActingParty, actOnAccount } from "../accounts/act-on-account.ts";
import { type Act, recordAct } from "../audit/act.ts";
import {
  applyFormChange,
  type FormChange,
  type FormError,
  type FormPlace,
  nameError,
} from "./form-settings.ts";
import { FormStore } from "./form-store.ts";
import { DEFAULT_FORM_SETTINGS, type FormSettings, type PaymentForm } from "./payment-form.ts";
import { newReturnSecret } from "./return-secret.ts";

export interface FormRefusal {
  readonly kind: "refused";
  readonly errors: readonly FormError[];
}

export type SaveFormOutcome =
  | {
      readonly kind: "created" | "changed";
      readonly form: PaymentForm;
      /** It comes out this once, with the first return address. */
      readonly returnSecret: Secret | undefined;
    }
  /** It was all like this already. */
  | { readonly kind: "unchanged"; readonly form: PaymentForm }
  | FormRefusal
  | { readonly kind: "too_many_forms" }
  | NotFound;

export type SwitchFormOutcome =
  | { readonly kind: "switched" | "unchanged"; readonly form: PaymentForm }
  | NotFound;

export type ReturnSecretOutcome = { readonly kind: "rotated"; readonly secret: Secret } | NotFound;

interface NewForm {
  readonly name: string;
  readonly change: FormChange;
  readonly by: ActingParty;
}

type Change = Pick<Act, "action" | "before" | "after">;

const FORMS_MAX = 200;
const NOT_FOUND: NotFound = { kind: "not_found" };

export function listForms(db: DatabasePool, accountId: string): Promise<readonly PaymentForm[]> {
  return new FormStore(db).list(accountId);
}

export function findForm(
  db: DatabasePool,
  accountId: string,
  name: string,
): Promise<PaymentForm | undefined> {
  return new FormStore(db).find(accountId, name);
}

export async function createForm(
  needs: AccountNeeds,
  accountId: string,
  { name, change, by }: NewForm,
): Promise<SaveFormOutcome> {
  // Before the transaction: custody may have to ask the database itself.
  const made = await newReturnSecret(needs.custody, accountId, name);
  return unlessTurnedBack(() =>
    actOnAccount(needs, accountId, async (db, account): Promise<SaveFormOutcome> => {
      const forms = new FormStore(db);
      const usual = { title: "", ...usualOf(account) };
      const { settings, errors } = applyFormChange(
        usual,
        withTitle(change),
        placeOf(needs, account),
      );
      const all = [nameError(name), ...errors].filter((problem) => problem !== undefined);
      if (all.length > 0) return { kind: "refused", errors: all };
      if ((await forms.countForms(account.id)) >= FORMS_MAX) return { kind: "too_many_forms" };
      if (!(await forms.add(account.id, name, settings))) throw new TurnedBack(TAKEN);
      const form = await saveAll(db, { account, name, settings, sealed: made.sealed });
      await record(db, by, form, { action: "payment_form.create", after: settings });
      const returnSecret = settings.returnUrl === null ? undefined : made.secret;
      return { kind: "created", form, returnSecret };
    }),
  );
}

export async function changeForm(
  needs: AccountNeeds,
  accountId: string,
  { name, change, by }: NewForm,
): Promise<SaveFormOutcome> {
  const made = await newReturnSecret(needs.custody, accountId, name);
  return actOnAccount(needs, accountId, async (db, account): Promise<SaveFormOutcome> => {
    const before = await new FormStore(db).find(account.id, name);
    if (before === undefined) return NOT_FOUND;
    const { settings, errors } = applyFormChange(
      settingsOf(before),
      change,
      placeOf(needs, account),
    );
    if (errors.length > 0) return { kind: "refused", errors };
    const changed = differing(before, settings);
    if (changed.length === 0) return { kind: "unchanged", form: before };
    const isFirst = settings.returnUrl !== null && !before.hasReturnSecret;
    const sealed = isFirst ? made.sealed : undefined;
    const form = await saveAll(db, { account, name, settings, sealed });
    await record(db, by, form, {
      action: "payment_form.change",
      before: picked(before, changed),
      after: picked(settings, changed),
    });
    return { kind: "changed", form, returnSecret: isFirst ? made.secret : undefined };
  });
}

/** Off: its address answers as if it had never been there. Receipts stay. */
export async function switchForm(
  needs: Pick<AccountNeeds, "db">,
  accountId: string,
  { name, isActive, by }: { name: string; isActive: boolean; by: ActingParty },
): Promise<SwitchFormOutcome> {
  return actOnAccount(needs, accountId, async (db, account): Promise<SwitchFormOutcome> => {
    const forms = new FormStore(db);
    const form = await forms.find(account.id, name);
    if (form === undefined) return NOT_FOUND;
    if (form.isActive === isActive) return { kind: "unchanged", form };
    await forms.switch(account.id, name, isActive);
    await record(db, by, form, {
      action: isActive ? "payment_form.switch_on" : "payment_form.switch_off",
      before: { isActive: form.isActive },
      after: { isActive },
    });
    return { kind: "switched", form: { ...form, isActive } };
  });
}

/** The old one ends at once: a result is signed when it is shown, and never kept. */
export async function rotateReturnSecret(
  needs: AccountNeeds,
  accountId: string,
  { name, by }: { readonly name: string; readonly by: ActingParty },
): Promise<ReturnSecretOutcome> {
  const { secret, sealed } = await newReturnSecret(needs.custody, accountId, name);
  return actOnAccount(needs, accountId, async (db, account): Promise<ReturnSecretOutcome> => {
    const forms = new FormStore(db);
    const form = await forms.find(account.id, name);
    if (form === undefined) return NOT_FOUND;
    await forms.saveReturnSecret(account.id, name, sealed);
    await record(db, by, form, { action: "payment_form.rotate_return_secret" });
    return { kind: "rotated", secret };
  });
}

/** Ends the database's transaction without a trace. */
class TurnedBack extends Error {
  readonly outcome: FormRefusal;

  constructor(outcome: FormRefusal) {
    super("turned back");
    this.outcome = outcome;
  }
}

const TAKEN: FormRefusal = { kind: "refused", errors: [{ field: "name", why: "taken" }] };

async function unlessTurnedBack(work: () => Promise<SaveFormOutcome>): Promise<SaveFormOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TurnedBack) return error.outcome;
    throw error;
  }
}

interface Saved {
  readonly account: AccountRecord;
  readonly name: string;
  readonly settings: FormSettings;
  /** A secret to keep, where the form has none. */
  readonly sealed: Uint8Array | undefined;
}

/** The secret first: an address without one is refused by the database. */
async function saveAll(db: Database, { account, name, settings, sealed }: Saved) {
  const forms = new FormStore(db);
  if (sealed !== undefined && settings.returnUrl !== null) {
    await forms.saveReturnSecret(account.id, name, sealed);
  }
  await forms.save(account.id, name, settings);
  const form = await forms.find(account.id, name);
  if (form === undefined) throw new Error("a form that was saved is not there");
  return form;
}

/** A title must be said, so that a change without one is told so. */
function withTitle(change: FormChange): FormChange {
  return { ...change, title: change.title ?? "", methods: change.methods };
}

/** With what the account can take: cards where it can, else bank accounts. */
function usualOf({ cardProcessor, achProcessor }: AccountRecord): Omit<FormSettings, "title"> {
  const isBankOnly = cardProcessor === null && achProcessor !== null;
  return isBankOnly ? { ...DEFAULT_FORM_SETTINGS, methods: ["ach"] } : DEFAULT_FORM_SETTINGS;
}

function placeOf({ environment }: AccountNeeds, account: AccountRecord): FormPlace {
  return {
    hasCardProcessor: account.cardProcessor !== null,
    hasAchProcessor: account.achProcessor !== null,
    environment,
  };
}

const SETTING_NAMES = Object.keys({
  title: "",
  ...DEFAULT_FORM_SETTINGS,
}) as (keyof FormSettings)[];

function settingsOf(form: PaymentForm): FormSettings {
  return picked(form, SETTING_NAMES) as FormSettings;
}

function differing(before: FormSettings, after: FormSettings): readonly (keyof FormSettings)[] {
  return SETTING_NAMES.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

function picked(from: FormSettings, names: readonly (keyof FormSettings)[]): object {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}

async function record(db: Database, { actor, from }: ActingParty, form: PaymentForm, act: Change) {
  const subject = { kind: "payment_form", id: `${form.accountId}/${form.name}` };
  await recordAct(db, { actor, ...act, subject, result: "done", from });
}
