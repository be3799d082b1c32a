/** The payment forms of a merchant. The core validates them. */
import { showOnce } from "../../../core/access/show-once.ts";
import type { AccountRecordStore } from "../../../core/accounts/account-record-store.ts";
import type { AccountNeeds } from "../../../core/accounts/act-on-account.ts";
import {
  changeForm,
  createForm,
  findForm,
  listForms,
  rotateReturnSecret,
  type SaveFormOutcome,
  switchForm,
} from "../../../core/forms/edit-forms.ts";
import { AMOUNT_MAX_CENTS, type PaymentForm } from "../../../core/forms/payment-form.ts";
import { SEC_CODES } from "../../../values/bank.ts";
import type { NumberedPage } from "../contract.ts";
import { conflict, invalid } from "../errors.ts";
import type { FormChoices, FormSaved, FormView } from "../forms/contract.ts";
import { merchantAccountId } from "../merchant-user.ts";
import { actingParty, type Call, type Routes } from "../routes.ts";
import { formErrorTexts, readFormBody } from "./form-body.ts";

export interface FormRouteNeeds extends AccountNeeds {
  readonly records: AccountRecordStore;
  /** The public address of this server. */
  readonly publicUrl: string;
}

export function addForms(routes: Routes, needs: FormRouteNeeds): void {
  routes.get("/form-choices", "forms", (call) => formChoices(needs, merchantAccountId(call)));
  routes.get("/forms", "forms", async (call): Promise<NumberedPage<FormView>> => {
    const forms = await listForms(needs.db, merchantAccountId(call));
    return { items: forms.map((form) => writeForm(needs, form)), total: forms.length };
  });
  routes.get("/forms/:name", "forms", async (call) => {
    const form = await findForm(needs.db, merchantAccountId(call), call.param("name"));
    return form && writeForm(needs, form);
  });
  routes.post("/forms", "forms", async (call) => {
    const name = call.body.optionalText("name") ?? "";
    const wish = { name, change: readFormBody(call.body), by: actingParty(call) };
    return writeSavedForm(needs, await createForm(needs, merchantAccountId(call), wish));
  });
  routes.patch("/forms/:name", "forms", async (call) => {
    const wish = {
      name: call.param("name"),
      change: readFormBody(call.body),
      by: actingParty(call),
    };
    return writeSavedForm(needs, await changeForm(needs, merchantAccountId(call), wish));
  });
  addFormActions(routes, needs);
}

function addFormActions(routes: Routes, needs: FormRouteNeeds): void {
  routes.post("/forms/:name/switch", "forms", async (call) => {
    const isActive = readSwitch(call);
    const act = { name: call.param("name"), isActive, by: actingParty(call) };
    const outcome = await switchForm(needs, merchantAccountId(call), act);
    return outcome.kind === "not_found" ? undefined : writeForm(needs, outcome.form);
  });
  routes.post("/forms/:name/secret", "forms", async (call) => {
    const act = { name: call.param("name"), by: actingParty(call) };
    const outcome = await rotateReturnSecret(needs, merchantAccountId(call), act);
    return outcome.kind === "rotated" ? { returnSecret: showOnce(outcome.secret) } : undefined;
  });
}

function readSwitch({ body }: Call): boolean {
  const isActive = body.flag("isActive");
  body.settle();
  return isActive;
}

async function formChoices(
  { records }: FormRouteNeeds,
  accountId: string,
): Promise<FormChoices | undefined> {
  const account = await records.findAccount(accountId);
  return (
    account && {
      takesCards: account.cardProcessor !== null,
      takesAch: account.achProcessor !== null,
      secCodes: SEC_CODES,
      defaultSecCode: account.achSecCode,
      amountMaxCents: AMOUNT_MAX_CENTS,
      ...(account.receiptEmail !== null && { receiptEmail: account.receiptEmail }),
    }
  );
}

function writeForm({ publicUrl }: FormRouteNeeds, form: PaymentForm): FormView {
  const { accountId: _, achSecCode, returnUrl, ...rest } = form;
  return {
    ...rest,
    ...(achSecCode !== null && { achSecCode }),
    ...(returnUrl !== null && { returnUrl }),
    address: `${publicUrl}/pay/${form.name}`,
  };
}

function writeSavedForm(needs: FormRouteNeeds, outcome: SaveFormOutcome): FormSaved | undefined {
  switch (outcome.kind) {
    case "created":
    case "changed": {
      const { form, returnSecret } = outcome;
      const shown = returnSecret && { returnSecret: showOnce(returnSecret) };
      return { form: writeForm(needs, form), ...shown };
    }
    case "unchanged":
      return { form: writeForm(needs, outcome.form) };
    case "refused":
      throw invalid(formErrorTexts(outcome.errors));
    case "too_many_forms":
      throw conflict(
        "An account can have at most 200 payment forms. Edit one that you no longer use.",
      );
    case "not_found":
      return undefined;
  }
}
