/** Makes an ACH sale with an invented bank account, for the ACH simulator. */
import { randomInt } from "node:crypto";
import type { Database } from "../../db/database.ts";
import type { Cents } from "../../values/money.ts";
import { Secret } from "../../values/secret.ts";
import type { AccountStore } from "../accounts/account-store.ts";
import { type ActingParty, recordAccountAct } from "../accounts/act-on-account.ts";
import type { PaymentOutcome } from "../payments/answer.ts";
import { pay } from "../payments/pay.ts";
import type { PaymentNeeds } from "../payments/payment-needs.ts";
import type { BankPayment } from "../payments/payment-request.ts";
import { TEST_ROUTING_NUMBER } from "./test-values.ts";

export interface TestSaleNeeds {
  readonly payments: PaymentNeeds;
  readonly accounts: AccountStore;
  /** For the audit entry. */
  readonly db: Database;
}

export interface TestSale {
  readonly accountId: string;
  /** The last four digits of the bank account, which control the simulators. */
  readonly last4: string;
  readonly amount: Cents;
}

export type TestSaleOutcome = PaymentOutcome | { readonly kind: "no_account" | "no_ach" };

export async function makeTestSale(
  { payments, accounts, db }: TestSaleNeeds,
  sale: TestSale,
  by: ActingParty,
): Promise<TestSaleOutcome> {
  const { accountId, last4, amount } = sale;
  const account = await accounts.findAccount(accountId);
  if (account === undefined) return { kind: "no_account" };
  if (account.achProcessor === undefined) return { kind: "no_ach" };
  // Audited first, because the payment commits by itself.
  await recordAccountAct(db, by, {
    action: "ach.test_sale",
    accountId,
    after: { last4, amountCents: amount },
  });
  return pay(payments, account, testPayment(sale));
}

function testPayment({ last4, amount }: TestSale): BankPayment {
  return {
    type: "SALE",
    amount,
    transactionId: undefined,
    idempotencyKey: undefined,
    details: { firstName: "Ada", lastName: "Buyer", description: "ACH simulator" },
    sendsCustomerReceipt: false,
    sendsMerchantReceipt: false,
    bank: {
      sent: {
        routingNumber: TEST_ROUTING_NUMBER,
        accountNumber: new Secret(newTestBankAccount(last4)),
        accountType: "checking",
      },
      accountType: "checking",
      tokenId: undefined,
      secCode: undefined,
      validates: undefined,
    },
  };
}

const ANY_DIGITS = 100_000_000;

/** Another number for each sale: some returns block the bank account for further sales. */
function newTestBankAccount(last4: string): string {
  return `5${String(randomInt(ANY_DIGITS)).padStart(8, "0")}${last4}`;
}
