/**
 * Lists, creates and changes payment forms, turns them on and off, and renews their secrets. Every
 * change is audited in the same commit. The caller has checked that the account is the user's own.
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
  type FormContext,
  type FormError,
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
      /** Shown only once, when the form gets its first return address. */
      readonly returnSecret: Secret | undefined;
    }
  /** The form already had these settings. */
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
  return new FormStore(db).listForms(accountId);
}

export function findForm(
  db: DatabasePool,
  accountId: string,
  name: string,
): Promise<PaymentForm | undefined> {
  return new FormStore(db).findForm(accountId, name);
}

export async function createForm(
  needs: AccountNeeds,
  accountId: string,
  { name, change, by }: NewForm,
): Promise<SaveFormOutcome> {
  // Before the transaction, because key custody may use the database itself.
  const made = await newReturnSecret(needs.custody, accountId, name);
  return orRolledBack(() =>
    actOnAccount(needs, accountId, async (db, account): Promise<SaveFormOutcome> => {
      const forms = new FormStore(db);
      const defaults = { title: "", ...defaultSettings(account) };
      const { settings, errors } = applyFormChange(
        defaults,
        withTitle(change),
        formContext(needs, account),
      );
      const all = [nameError(name), ...errors].filter((problem) => problem !== undefined);
      if (all.length > 0) return { kind: "refused", errors: all };
      if ((await forms.countForms(account.id)) >= FORMS_MAX) return { kind: "too_many_forms" };
      if (!(await forms.addForm(account.id, name, settings))) throw new FormRolledBack(TAKEN);
      const form = await saveAll(db, { account, name, settings, sealed: made.sealed });
      await recordFormAct(db, by, form, { action: "payment_form.create", after: settings });
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
    const before = await new FormStore(db).findForm(account.id, name);
    if (before === undefined) return NOT_FOUND;
    const { settings, errors } = applyFormChange(
      formSettings(before),
      change,
      formContext(needs, account),
    );
    if (errors.length > 0) return { kind: "refused", errors };
    const changed = changedSettings(before, settings);
    if (changed.length === 0) return { kind: "unchanged", form: before };
    const isFirst = settings.returnUrl !== null && !before.hasReturnSecret;
    const sealed = isFirst ? made.sealed : undefined;
    const form = await saveAll(db, { account, name, settings, sealed });
    await recordFormAct(db, by, form, {
      action: "payment_form.change",
      before: pickSettings(before, changed),
      after: pickSettings(settings, changed),
    });
    return { kind: "changed", form, returnSecret: isFirst ? made.secret : undefined };
  });
}

/** The address of a disabled form answers "not found". Its receipts stay available. */
export async function switchForm(
  needs: Pick<AccountNeeds, "db">,
  accountId: string,
  { name, isActive, by }: { name: string; isActive: boolean; by: ActingParty },
): Promise<SwitchFormOutcome> {
  return actOnAccount(needs, accountId, async (db, account): Promise<SwitchFormOutcome> => {
    const forms = new FormStore(db);
    const form = await forms.findForm(account.id, name);
    if (form === undefined) return NOT_FOUND;
    if (form.isActive === isActive) return { kind: "unchanged", form };
    await forms.setActive(account.id, name, isActive);
    await recordFormAct(db, by, form, {
      action: isActive ? "payment_form.switch_on" : "payment_form.switch_off",
      before: { isActive: form.isActive },
      after: { isActive },
    });
    return { kind: "switched", form: { ...form, isActive } };
  });
}

/** The old secret ends at once, because results are signed when they are shown. */
export async function rotateReturnSecret(
  needs: AccountNeeds,
  accountId: string,
  { name, by }: { readonly name: string; readonly by: ActingParty },
): Promise<ReturnSecretOutcome> {
  const { secret, sealed } = await newReturnSecret(needs.custody, accountId, name);
  return actOnAccount(needs, accountId, async (db, account): Promise<ReturnSecretOutcome> => {
    const forms = new FormStore(db);
    const form = await forms.findForm(account.id, name);
    if (form === undefined) return NOT_FOUND;
    await forms.saveReturnSecret(account.id, name, sealed);
    await recordFormAct(db, by, form, { action: "payment_form.rotate_return_secret" });
    return { kind: "rotated", secret };
  });
}

/** Thrown to roll back the database transaction, with the outcome to return. */
class FormRolledBack extends Error {
  readonly outcome: FormRefusal;

  constructor(outcome: FormRefusal) {
    super("the form was not saved");
    this.outcome = outcome;
  }
}

const TAKEN: FormRefusal = { kind: "refused", errors: [{ field: "name", why: "taken" }] };

async function orRolledBack(work: () => Promise<SaveFormOutcome>): Promise<SaveFormOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FormRolledBack) return error.outcome;
    throw error;
  }
}

interface Saved {
  readonly account: AccountRecord;
  readonly name: string;
  readonly settings: FormSettings;
  /** A new secret, if the form has none. */
  readonly sealed: Uint8Array | undefined;
}

/** The secret first, because the database refuses a return address without a secret. */
async function saveAll(db: Database, { account, name, settings, sealed }: Saved) {
  const forms = new FormStore(db);
  if (sealed !== undefined && settings.returnUrl !== null) {
    await forms.saveReturnSecret(account.id, name, sealed);
  }
  await forms.saveForm(account.id, name, settings);
  const form = await forms.findForm(account.id, name);
  if (form === undefined) throw new Error("the saved form was not found");
  return form;
}

/** A missing title is set to "", so that it is reported as missing. */
function withTitle(change: FormChange): FormChange {
  return { ...change, title: change.title ?? "", methods: change.methods };
}

/** Takes cards if the account can, otherwise bank accounts. */
function defaultSettings({
  cardProcessor,
  achProcessor,
}: AccountRecord): Omit<FormSettings, "title"> {
  const isBankOnly = cardProcessor === null && achProcessor !== null;
  return isBankOnly ? { ...DEFAULT_FORM_SETTINGS, methods: ["ach"] } : DEFAULT_FORM_SETTINGS;
}

function formContext({ environment }: AccountNeeds, account: AccountRecord): FormContext {
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

function formSettings(form: PaymentForm): FormSettings {
  return pickSettings(form, SETTING_NAMES) as FormSettings;
}

function changedSettings(
  before: FormSettings,
  after: FormSettings,
): readonly (keyof FormSettings)[] {
  return SETTING_NAMES.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

function pickSettings(from: FormSettings, names: readonly (keyof FormSettings)[]): object {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}

async function recordFormAct(
  db: Database,
  { actor, from }: ActingParty,
  form: PaymentForm,
  act: Change,
) {
  const subject = { kind: "payment_form", id: `${form.accountId}/${form.name}` };
  await recordAct(db, { actor, ...act, subject, result: "done", from });
}
