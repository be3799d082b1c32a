/** An ACH sale with a published test account, made by hand: as if a customer had sent it. */

import type { Database } from "../../db/database.ts";
import type { Cents } from "../../values/money.ts";
import { Secret } from "../../values/secret.ts";
import type { AccountStore } from "../accounts/account-store.ts";
import { type ActingParty, recordAccountAct } from "../accounts/act-on-account.ts";
import type { PaymentOutcome } from "../payments/answer.ts";
import { pay } from "../payments/pay.ts";
import type { PaymentNeeds } from "../payments/payment-needs.ts";
import type { BankPayment } from "../payments/payment-request.ts";
import { TEST_ROUTING_NUMBER, testBankAccount } from "./test-values.ts";

export interface TestSaleNeeds {
  readonly payments: PaymentNeeds;
  readonly accounts: AccountStore;
  /** Where the act is written. */
  readonly db: Database;
}

export interface TestSale {
  readonly accountId: string;
  /** Of the bank account: what the simulators go by. */
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
  // Written first: the payment has commits of its own.
  await recordAccountAct(db, by, {
    action: "ach.test_sale",
    accountId,
    after: { last4, amountCents: amount },
  });
  return pay(payments, account, paymentOf(sale));
}

function paymentOf({ last4, amount }: TestSale): BankPayment {
  return {
    type: "SALE",
    amount,
    transactionId: undefined,
    idempotencyKey: undefined,
    details: { firstName: "Ada", lastName: "Buyer", description: "Made at the console" },
    sendsCustomerReceipt: false,
    sendsMerchantReceipt: false,
    bank: {
      sent: {
        routingNumber: TEST_ROUTING_NUMBER,
        accountNumber: new Secret(testBankAccount(last4)),
        accountType: "checking",
      },
      accountType: "checking",
      tokenId: undefined,
      secCode: undefined,
      validates: undefined,
    },
  };
}
