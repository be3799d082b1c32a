/**
 * Takes an ACH payment: stores the attempt, has the bank account verified if the merchant's settings
 * ask for it, and stores that the entry waits for a file or was declined.
 */
import type { SecCode } from "../../../values/bank.ts";
import type { Account } from "../../accounts/account-store.ts";
import { effectiveSecCode } from "../../verification/plan.ts";
import type { VerificationQuestion } from "../../verification/verify-account.ts";
import type { PaymentOutcome, Refusal } from "../answer.ts";
import type { Attempt, AttemptNote, NewAttempt } from "../attempts/attempt.ts";
import { beginAttempt } from "../attempts/begin.ts";
import { commonNote, oldestIssuedId, prepareNewPayment } from "../attempts/new-attempt.ts";
import { answerRepetition } from "../attempts/repeat.ts";
import { finishAttempt } from "../conclude.ts";
import { holdCredit, needsApproval } from "../hold-credit.ts";
import type { PaymentDetails } from "../payment-details.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import type { BankPayment } from "../payment-request.ts";
import { withoutParts } from "../purchase-data.ts";
import { type BankRefusal, blockRefusal, prenoteRefusal } from "./bank-refusal.ts";
import { bankVerdict } from "./bank-verdict.ts";
import { finishRefusedEntry, finishStoredAccount } from "./end-bank-attempt.ts";
import { entryTextRefusal } from "./entry-texts.ts";
import { findPaidFromBank, isBankOfSale, type PaidFromBank } from "./paid-from-bank.ts";
import { planSameDay, type SameDayPlan } from "./same-day.ts";
import { isSecCodeAllowed, outgoingSecCode, secRuleRefusal, standsForCheck } from "./sec-rules.ts";
import { beginTiedCredit, findTiedSale } from "./tied-credit.ts";

/** An ACH payment with everything that is known before it is stored. */
interface Entry {
  readonly account: Account;
  readonly payment: BankPayment;
  readonly source: PaidFromBank;
  /** The one sent, the original's or the account's default. Verification depends on it. */
  readonly secCode: SecCode;
  readonly details: PaymentDetails;
  readonly sameDay?: SameDayPlan | undefined;
}

/** A verification may first wait for the lease of a crashed process, and then takes its own time. */
const VERIFICATION_LEASE_MS = 30_000;

export async function takeBankPayment(
  needs: PaymentNeeds,
  account: Account,
  payment: BankPayment,
): Promise<PaymentOutcome> {
  const needsPermission = payment.type === "CREDIT" && !account.allowsCredit;
  const isReissue = payment.bank.tokenId !== undefined;
  if (needsPermission && !isReissue) return refused("credit_not_allowed");
  const source = await findPaidFromBank(needs, account, payment);
  if (source === undefined) return refused("token_not_fit");
  // A credit that pays back a sale needs no permission.
  const { sent } = payment.bank;
  if (needsPermission && !(await isBankOfSale(needs, account, { sent, source })))
    return refused("credit_not_allowed");
  const entry = completeEntry(account, payment, source);
  const why = entryRefusal(entry);
  if (why !== undefined) return refused(why);
  if (await isStopped(needs, entry)) return refuseStopped(needs, entry);
  const sameDay = await planSameDay(needs, entry);
  const claimed = await prepareBankAttempt(needs, { ...entry, sameDay });
  const held = await holdBankCredit(needs, claimed, entry);
  if (held !== undefined) return held;
  const begun = await beginEntry(needs, claimed, entry);
  if (begun.kind !== "begun") return begun;
  return verifyOrStore(needs, begun.attempt, entry);
}

/** By the account's setting, debits stop while too many are returned. Credits go on. */
async function isStopped({ returnRates }: PaymentNeeds, { account, payment }: Entry) {
  if (payment.type !== "SALE" || account.achReturnStop !== true) return false;
  return returnRates.isOverLimit(account.id);
}

/** A repetition gets the first answer, even if debits were stopped after it. */
async function refuseStopped(needs: PaymentNeeds, entry: Entry): Promise<PaymentOutcome> {
  const { transactionId, idempotencyKey } = entry.payment;
  const isClaimed = transactionId !== undefined || idempotencyKey !== undefined;
  if (!isClaimed) return refused("debits_stopped");
  const claimed = await prepareBankAttempt(needs, entry);
  const oldest = oldestIssuedId(needs);
  const start = await needs.changes.refuseNew(claimed, "debits_stopped", oldest);
  if (start.kind === "not_first") return answerRepetition(needs, claimed);
  return start.kind === "refused" ? start : refused("debits_stopped");
}

/** A credit that pays a sale back to its own bank account is not held. */
async function holdBankCredit(
  needs: PaymentNeeds,
  claimed: NewAttempt,
  entry: Entry,
): Promise<PaymentOutcome | undefined> {
  const { account, payment, source } = entry;
  if (!needsApproval(account, payment)) return undefined;
  const { sent } = payment.bank;
  const isTied = findTiedSale(entry) !== undefined;
  if (isTied && (await isBankOfSale(needs, account, { sent, source }))) return undefined;
  const fingerprint = () => needs.vault.bankFingerprint(source.asked);
  const last4 = claimed.attempt.note.draft.last4 ?? "";
  return holdCredit(needs, { account, claimed, tender: "ACH", last4, fingerprint });
}

async function beginEntry(
  needs: PaymentNeeds,
  claimed: NewAttempt,
  entry: Entry,
): Promise<PaymentOutcome | { readonly kind: "begun"; readonly attempt: Attempt }> {
  const saleId = findTiedSale(entry);
  if (saleId !== undefined) {
    const begun = await beginTiedCredit(needs, claimed, saleId);
    return begun.kind === "not_first" ? answerRepetition(needs, claimed) : begun;
  }
  const early = await beginAttempt(needs, claimed);
  return early ?? { kind: "begun", attempt: claimed.attempt };
}

/** A reissue takes what was not sent from the original payment. */
function completeEntry(account: Account, payment: BankPayment, source: PaidFromBank): Entry {
  const { original } = source;
  const { secCode: secCodeSent, tokenId } = payment.bank;
  const isReissue = tokenId !== undefined;
  const defaultSecCode = account.achSecCode;
  const details = {
    checkNumber: original?.checkNumber,
    ...original?.details,
    ...payment.details,
  };
  const secCode = effectiveSecCode({ secCodeSent, defaultSecCode, original, isReissue });
  return { account, payment, source, secCode, details };
}

function entryRefusal({ payment, secCode, details }: Entry): Refusal | undefined {
  if (details.firstName === undefined) return "first_name_missing";
  if (details.lastName === undefined) return "last_name_missing";
  const { type, amount, bank } = payment;
  if (!isSecCodeAllowed(type, bank.secCode)) return "sec_code_not_fit";
  return (
    secRuleRefusal({ type, amount, secCode, checkNumber: details.checkNumber }) ??
    entryTextRefusal(secCode, details)
  );
}

async function prepareBankAttempt(needs: PaymentNeeds, entry: Entry): Promise<NewAttempt> {
  const { account, payment, source } = entry;
  return prepareNewPayment(needs, {
    account,
    payment,
    fingerprintSource: () => needs.vault.bankFingerprint(source.asked),
    writeNote: (transactionId) => writeNote(entry, transactionId),
    sealSource: async (transactionId) => {
      const sealed = await needs.vault.sealBank(account.id, transactionId, source.bank);
      return { kind: "bank", sealed };
    },
    leaseMs: VERIFICATION_LEASE_MS,
  });
}

function writeNote(entry: Entry, transactionId: string): AttemptNote {
  const { account, payment, source, secCode, details, sameDay } = entry;
  return {
    ...commonNote(account, payment),
    isToBeVerified: payment.bank.validates === true || undefined,
    sameDay: sameDay?.result,
    draft: {
      ...(payment.type === "STORE" ? withoutParts(details) : details),
      tenderType: "ACH",
      currency: account.currency,
      cardBrand: "ACH",
      last4: source.bank.accountNumber.last4(),
      entryMode: "KEYED",
      secCode: outgoingSecCode(payment.type, payment.bank.secCode, secCode),
      secCodeSent: payment.bank.secCode ?? source.original?.secCode,
      bankAccountType: source.bank.accountType,
      sameDayAt: sameDay?.at?.toString(),
      prenoteId: hasPrenote(entry) ? transactionId : source.original?.prenoteId,
    },
  };
}

/** A check cannot be announced by a prenote, because each check is authorized by itself. */
function hasPrenote({ account, payment, source, secCode }: Entry): boolean {
  const isChecked = source.original?.prenoteId !== undefined;
  const isNew = payment.type === "STORE" && account.achPrenotes === true && !isChecked;
  return isNew && !standsForCheck(secCode);
}

/** The attempt is committed, and no connection is held while the provider is asked. */
async function verifyOrStore(
  needs: PaymentNeeds,
  attempt: Attempt,
  entry: Entry,
): Promise<PaymentOutcome> {
  const { type, bank } = entry.payment;
  const isKept = type === "STORE" && bank.validates !== true;
  if (isKept) return finishStoredAccount(needs, attempt, "request");
  const refusal = await findBankRefusal(needs, entry);
  if (refusal !== undefined) return finishRefusedEntry(needs, attempt, refusal);
  const verification = await needs.banks.verify(
    entry.account,
    verificationQuestion(attempt, entry),
  );
  // A return may have arrived while the provider was asked. Files check once more (fix-file.ts).
  const later = verification.kind === "passed" ? await findBankRefusal(needs, entry) : undefined;
  if (later !== undefined) return finishRefusedEntry(needs, attempt, later);
  return finishAttempt(needs, attempt, bankVerdict(attempt, verification), "request");
}

/** Only debits are blocked. No entry may follow a prenote that was returned or not sent. */
async function findBankRefusal(
  { bankAccounts, originals }: PaymentNeeds,
  { account, payment, source }: Entry,
): Promise<BankRefusal | undefined> {
  const { type } = payment;
  const code =
    type === "SALE" ? await bankAccounts.findBlockingCode(account.id, source.trail) : undefined;
  if (code !== undefined) return blockRefusal(code);
  const prenoteId = source.original?.prenoteId;
  if (prenoteId === undefined || type === "STORE") return undefined;
  const prenote = await originals.findTokenOwner(account.id, prenoteId);
  const hasFailed = prenote !== undefined && prenote.state !== "stored";
  return hasFailed ? prenoteRefusal(prenote.returnCode) : undefined;
}

function verificationQuestion(attempt: Attempt, entry: Entry): VerificationQuestion {
  const { account, payment, source, details } = entry;
  const { secCode, validates, tokenId } = payment.bank;
  return {
    requestId: attempt.attemptId,
    bank: source.bank,
    secCodeSent: secCode,
    defaultSecCode: account.achSecCode,
    original: source.original,
    isReissue: tokenId !== undefined,
    isRecurring: isRecurring(details),
    validates,
    firstName: details.firstName ?? "",
    lastName: details.lastName ?? "",
    company: details.company,
    streetAddress: details.streetAddress1,
    city: details.city,
    state: details.stateProvince,
    zip: details.zip,
    phone: details.phone,
    email: details.email,
  };
}

function isRecurring({ paymentType, recurringId }: PaymentDetails): boolean {
  return paymentType === "RECURRING" || recurringId !== undefined;
}

function refused(why: Refusal): PaymentOutcome {
  return { kind: "refused", why };
}
