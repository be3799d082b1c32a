/** The payments API: cards and bank accounts. Every call happens once, whatever the network does. */
import type { CallOptions, PaymentCallOptions } from "../options.ts";
import type { Gateway } from "./gateway.ts";
import { payOnce } from "./pay-once.ts";
import { writeChange, writePayment } from "./payment-form.ts";
import type {
  AuthorizeInput,
  CaptureInput,
  CreditInput,
  ForceInput,
  KeyInput,
  RefundInput,
  ReverseInput,
  SaleInput,
  StoreInput,
} from "./payment-inputs.ts";
import {
  type KeyedResult,
  nameStored,
  type PaymentResult,
  type StoreResult,
} from "./payment-result.ts";
import { sendWithKey } from "./repeat-with-key.ts";
import { reserveTransactionId } from "./status.ts";

type Options = PaymentCallOptions;

export interface Payments {
  /** An id to save with your order before you pay. Pass it to the payment as `id`. */
  reserveId(options?: CallOptions): Promise<string>;
  /** Charges a card or debits a bank account. */
  sale(input: SaleInput, options?: Options): Promise<PaymentResult>;
  /** Reserves money on a card for a capture. */
  authorize(input: AuthorizeInput, options?: Options): Promise<PaymentResult>;
  /** Takes reserved money, all or part, once. */
  capture(id: string, input: CaptureInput, options?: Options): Promise<KeyedResult>;
  /** Returns an amount, or everything that is left. Before the batch, a full refund is a void. */
  refund(id: string, input?: RefundInput, options?: Options): Promise<PaymentResult>;
  /** Cancels a payment before its batch. */
  reverse(id: string, input?: ReverseInput, options?: Options): Promise<PaymentResult>;
  /** Pays out without an earlier payment, if the account is allowed to. */
  credit(input: CreditInput, options?: Options): Promise<PaymentResult>;
  /** Records a sale that was authorized by phone. */
  force(input: ForceInput, options?: Options): Promise<PaymentResult>;
  /** Stores a card or bank account. The token pays later. */
  store(input: StoreInput, options?: Options): Promise<StoreResult>;
  /** Closes the account's open card batch. */
  settleBatch(input?: KeyInput, options?: Options): Promise<KeyedResult>;
}

export function openPayments(gateway: Gateway): Payments {
  const pay: Pay = (fields, options = {}) => payOnce(gateway, fields, options);
  return {
    reserveId: (options = {}) => reserveTransactionId(gateway, options),
    ...openNewPayments(pay),
    refund: async (id, input = {}, options) => pay(writeChange("REFUND", id, input), options),
    reverse: async (id, input = {}, options) => pay(writeChange("REVERSAL", id, input), options),
    capture: async (id, { idempotencyKey: key, ...input }, options) =>
      sendWithKey(gateway, writeChange("CAPTURE", id, input), { ...options, key }),
    settleBatch: ({ idempotencyKey: key } = {}, options) =>
      sendWithKey(gateway, { transaction_type: "SETTLE-BATCH" }, { ...options, key }),
  };
}

type Pay = (fields: ReturnType<typeof writePayment>, options?: Options) => Promise<PaymentResult>;

function openNewPayments(pay: Pay) {
  return {
    sale: async (input: SaleInput, options?: Options) => pay(writePayment("SALE", input), options),
    authorize: async (input: AuthorizeInput, options?: Options) =>
      pay(writePayment("AUTHORIZATION", input), options),
    credit: async (input: CreditInput, options?: Options) =>
      pay(writePayment("CREDIT", input), options),
    force: async (input: ForceInput, options?: Options) =>
      pay(writePayment("FORCE", input), options),
    store: async (input: StoreInput, options?: Options) =>
      nameStored(await pay(writePayment("STORE", input), options)),
  };
}
