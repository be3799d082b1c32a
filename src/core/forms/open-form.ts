/** Finds the form of an address, with its account, and defines what the hosted pages need. */
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import type { SecCode } from "../../values/bank.ts";
import type { Account, AccountStore } from "../accounts/account-store.ts";
import type { IdStore } from "../payments/ids/id-store.ts";
import type { PaymentNeeds } from "../payments/payment-needs.ts";
import type { FormBrand, LogoFile } from "./brand/form-brand.ts";
import type { FormClaimStore } from "./claim-store.ts";
import type { FormStore } from "./form-store.ts";
import type { PaymentForm, PaymentMethod } from "./payment-form.ts";

export interface FormNeeds {
  readonly forms: FormStore;
  readonly accounts: AccountStore;
  readonly issuedIds: IdStore;
  readonly claims: FormClaimStore;
  readonly brands: FormBrands;
  readonly payments: PaymentNeeds;
  readonly custody: KeyCustody;
  readonly clock: Clock;
}

/** The look of each account's forms. */
export interface FormBrands {
  findBrand(accountId: string): Promise<FormBrand>;
  findLogo(accountId: string, hash: string): Promise<LogoFile | undefined>;
}

/** A form with the account that is paid. */
export interface OpenForm {
  readonly form: PaymentForm;
  readonly account: Account;
  /** The methods of the form for which the account has a processor. */
  readonly methods: readonly PaymentMethod[];
  /** The SEC code of its ACH entries. */
  readonly secCode: SecCode;
}

/** Undefined: the form does not exist, or the form, its account or all its methods are disabled. */
export async function openForm(
  { forms, accounts }: Pick<FormNeeds, "forms" | "accounts">,
  name: string,
): Promise<OpenForm | undefined> {
  const form = await forms.findActiveForm(name);
  const account = form && (await accounts.findAccount(form.accountId));
  const opened = account && withFormAccount(form, account);
  return opened === undefined || opened.methods.length === 0 ? undefined : opened;
}

/** Finds the form of a receipt, even if it is disabled now. */
export async function findReceiptForm(
  { forms, accounts }: Pick<FormNeeds, "forms" | "accounts">,
  name: string,
): Promise<OpenForm | undefined> {
  const form = await forms.findByName(name);
  const account = form && (await accounts.findAccount(form.accountId));
  return account && withFormAccount(form, account);
}

export function withFormAccount(form: PaymentForm, account: Account): OpenForm {
  const hasProcessor = {
    card: account.cardProcessor !== undefined,
    ach: account.achProcessor !== undefined,
  };
  return {
    form,
    account,
    methods: form.methods.filter((method) => hasProcessor[method]),
    secCode: form.achSecCode ?? account.achSecCode,
  };
}
