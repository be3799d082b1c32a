/** The verification settings of an account, and the users of its point of sale. */
import { AccountRecordStore } from "../../../core/accounts/account-record-store.ts";
import type { AccountNeeds } from "../../../core/accounts/act-on-account.ts";
import type { PosCore } from "../../../core/pos/pos.ts";
import { inviteAdmin } from "../../../core/pos/users/invite-admin.ts";
import { UserRecordStore } from "../../../core/pos/users/user-record-store.ts";
import { setVerification, showVerification } from "../../../core/verification/set-verification.ts";
import type { VerificationSettings } from "../../../core/verification/settings.ts";
import { EMAIL_ADDRESS, EMAIL_LENGTH_MAX } from "../../../values/email-address.ts";
import { asJson } from "../as-json.ts";
import { ConsoleRefusal, conflict, invalid } from "../errors.ts";
import { addList } from "../lists/export-list.ts";
import { ACCOUNT_USER_COLUMNS } from "../lists/operator-columns.ts";
import { actingParty, type Call, type Routes } from "../routes.ts";
import { WISH_ERRORS } from "./account-texts.ts";
import type { AccountVerificationView } from "./contract.ts";

export interface VerificationAndUserNeeds {
  readonly accounts: AccountNeeds;
  readonly pos: PosCore;
}

const NAME_MAX = 100;

export function addVerificationAndUsers(routes: Routes, needs: VerificationAndUserNeeds): void {
  addAccountVerification(routes, needs);
  addAccountUsers(routes, needs);
}

function addAccountVerification(routes: Routes, { accounts }: VerificationAndUserNeeds): void {
  routes.get("/operator/accounts/:id/verification", "accounts", async (call) => {
    const outcome = await showVerification(accounts, call.param("id"));
    if (outcome.kind === "not_found") return undefined;
    return outcome.kind === "shown" ? { settings: writeVerification(outcome.settings) } : {};
  });
  routes.patch("/operator/accounts/:id/verification", "accounts", async (call) => {
    const change = { change: readVerificationChange(call), by: actingParty(call) };
    const outcome = await setVerification(accounts, call.param("id"), change);
    if (outcome.kind === "not_found") return undefined;
    if (outcome.kind === "saved" || outcome.kind === "unchanged") {
      return { settings: writeVerification(outcome.settings) };
    }
    if (outcome.kind === "invalid_settings") {
      const { text: words, fields } = WISH_ERRORS[outcome.error];
      throw new ConsoleRefusal(words, fields);
    }
    throw conflict("This account has no ACH processor. Choose one in its settings first.");
  });
}

/** Absent fields stay unchanged. */
function readVerificationChange({ body }: Call) {
  const flag = (name: string) => (body.has(name) ? body.flag(name) : undefined);
  const text = (name: string) => (body.has(name) ? body.text(name, { max: 10 }) : undefined);
  const frequency = text("frequency");
  const wish = {
    isEnabled: flag("isEnabled"),
    secCodes: body.has("secCodes") ? body.texts("secCodes", { most: 20, max: 3 }) : undefined,
    frequencyDays: frequency === undefined ? undefined : readFrequencyDays(frequency),
    coversRecurring: flag("coversRecurring"),
    coversReissue: flag("coversReissue"),
    whenUnavailable: text("whenUnavailable"),
  };
  body.settle();
  return wish;
}

/** The core receives only valid numbers of days. */
function readFrequencyDays(text: string): number | "every" {
  if (text === "every") return text;
  return /^\d{1,4}$/.test(text) ? Number(text) : 0;
}

function writeVerification({
  frequencyDays,
  ...settings
}: VerificationSettings): AccountVerificationView {
  const frequency = frequencyDays === undefined ? "every" : String(frequencyDays);
  return { ...settings, frequency };
}

function addAccountUsers(routes: Routes, { accounts, pos }: VerificationAndUserNeeds): void {
  addList(routes, {
    ...{ path: "/operator/accounts/:id/users", needs: "accounts", name: "account-users" },
    columns: ACCOUNT_USER_COLUMNS,
    read: async (call) => {
      const account = await findAccount(accounts, call);
      if (account === undefined) return undefined;
      const { take, skip } = call.query.slice();
      const { items, count } = await accounts.db.within({ accountId: account.id }, (db) =>
        new UserRecordStore(db, account.id).listUsers({ page: skip / take + 1, perPage: take }),
      );
      return asJson({ items, total: count });
    },
  });
  routes.post("/operator/accounts/:id/users", "accounts", async (call) => {
    const { body } = call;
    const admin = {
      email: body.text("email", {
        max: EMAIL_LENGTH_MAX,
        form: [EMAIL_ADDRESS, "Enter a valid email address."],
      }),
      firstName: body.text("firstName", { max: NAME_MAX }),
      lastName: body.text("lastName", { max: NAME_MAX }),
    };
    body.settle();
    const account = await findAccount(accounts, call);
    if (account === undefined) return undefined;
    const outcome = await inviteAdmin(pos, account.id, { admin, by: actingParty(call) });
    if (outcome.kind === "invited") return outcome.user;
    if (outcome.kind === "email_taken") {
      throw invalid({ email: "This account already has a user with this email address." });
    }
    throw conflict("This account is disabled, so nobody can sign in. Enable it first.");
  });
}

function findAccount({ db }: AccountNeeds, call: Call) {
  const id = call.param("id");
  return /^[1-9]\d{0,11}$/.test(id) ? new AccountRecordStore(db).findAccount(id) : undefined;
}
