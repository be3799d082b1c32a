/** What the hosted pages work with, and the form that an address leads to. */
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import type { SecCode } from "../../values/bank.ts";
import type { Account, AccountStore } from "../accounts/account-store.ts";
import type { IdStore } from "../payments/ids/id-store.ts";
import type { PaymentNeeds } from "../payments/payment-needs.ts";
import type { FormClaimStore } from "./claim-store.ts";
import type { FormStore } from "./form-store.ts";
import type { PaymentForm, PaymentMethod } from "./payment-form.ts";

export interface FormNeeds {
  readonly forms: FormStore;
  readonly accounts: AccountStore;
  readonly issuedIds: IdStore;
  readonly claims: FormClaimStore;
  readonly payments: PaymentNeeds;
  readonly custody: KeyCustody;
  readonly clock: Clock;
}

/** A form that can be paid at, with whoever is paid. */
export interface OpenForm {
  readonly form: PaymentForm;
  readonly account: Account;
  /** Those of the form that the account still has somebody to carry. */
  readonly methods: readonly PaymentMethod[];
  /** That its bank entries go by. */
  readonly secCode: SecCode;
}

/** Undefined: there is none, or it, its account or every way of paying is disabled. */
export async function openForm(
  { forms, accounts }: Pick<FormNeeds, "forms" | "accounts">,
  name: string,
): Promise<OpenForm | undefined> {
  const form = await forms.findActiveForm(name);
  const account = form && (await accounts.findAccount(form.accountId));
  const opened = account && withFormAccount(form, account);
  return opened === undefined || opened.methods.length === 0 ? undefined : opened;
}

/** The form that a receipt is of: it may be closed by now. */
export async function findReceiptForm(
  { forms, accounts }: Pick<FormNeeds, "forms" | "accounts">,
  name: string,
): Promise<OpenForm | undefined> {
  const form = await forms.findByName(name);
  const account = form && (await accounts.findAccount(form.accountId));
  return account && withFormAccount(form, account);
}

export function withFormAccount(form: PaymentForm, account: Account): OpenForm {
  const carried = {
    card: account.cardProcessor !== undefined,
    ach: account.achProcessor !== undefined,
  };
  return {
    form,
    account,
    methods: form.methods.filter((method) => carried[method]),
    secCode: form.achSecCode ?? account.achSecCode,
  };
}
