/**
 * Writes test events of every kind: the fields of a real event, with `test` and the id of no
 * transaction. They are sent from the console, so that a receiver can be tried without a payment.
 */
import { TEST_EVENT, type WebhookEvent } from "../../../core/outbox/webhook-events.ts";

export type TestEventKind = WebhookEvent | typeof TEST_EVENT;

export interface TestEventFacts {
  readonly currency: string;
  /** The time of the test, in the account's time zone. */
  readonly at: Temporal.ZonedDateTime;
}

type Fields = Readonly<Record<string, unknown>>;

/** Ids begin with the number of their month, which is never 000. */
const NO_TRANSACTION = "000000000000";
const AMOUNT = 1;
const APPROVED = { error: false, error_code: 0, error_message: "", error_msg: "" };

export function writeTestEvent(kind: TestEventKind, facts: TestEventFacts): Fields {
  if (kind === TEST_EVENT) return { message: MESSAGE };
  return { test: true, ...WRITERS[kind](facts) };
}

const MESSAGE = "Test event sent from the console. No money was moved.";

const WRITERS: Readonly<Record<WebhookEvent, (facts: TestEventFacts) => Fields>> = {
  "transaction.approved": (facts) => ({ ...writeCard(facts), balance: AMOUNT, ...APPROVED }),
  "transaction.declined": (facts) => ({
    ...writeCard(facts),
    authorization_code: null,
    authorization_message: "DECLINED",
    transaction_approved: false,
    ...APPROVED,
  }),
  "transaction.failed": () => ({
    tender_type: "CARD",
    transaction_type: "SALE",
    last4: "1111",
    error: true,
    error_code: 20003,
    error_message: "Invalid transaction_amount",
    error_msg: "Invalid transaction_amount",
  }),
  "transaction.reconciled": (facts) => ({ ...writeCard(facts), balance: AMOUNT, ...APPROVED }),
  "transaction.settled": (facts) => ({ ...writeCard(facts), batch_id: 1, ...APPROVED }),
  "transaction.reversed": (facts) => ({
    ...writeCard(facts),
    transaction_type: "REVERSAL",
    ...APPROVED,
  }),
  "transaction.returned": (facts) => writeReturnedEntry(facts, "DECLINED\\RETURNED", "R01"),
  "transaction.rejected": (facts) => writeReturnedEntry(facts, "DECLINED\\ERRORS", "R26"),
  "transaction.changed": (facts) => ({
    ...writeEntry(facts),
    ach_return_code: "C01",
    noc_data: "0000000000",
    account_updated: true,
    ...APPROVED,
  }),
};

function writeCard(facts: TestEventFacts): Fields {
  return {
    ...writePayment(facts),
    tender_type: "CARD",
    card_brand: "VISA",
    last4: "1111",
    card_expiration: "1230",
    authorization_code: "TEST01",
    authorization_message: "APPROVED",
    avs_response: "Y",
    cvv2_response: "M",
  };
}

function writeEntry(facts: TestEventFacts): Fields {
  return {
    ...writePayment(facts),
    tender_type: "ACH",
    card_brand: "ACH",
    last4: "6789",
    card_expiration: null,
    authorization_code: "",
    authorization_message: "APPROVED",
    action_date: facts.at.toPlainDate().toString(),
  };
}

function writeReturnedEntry(facts: TestEventFacts, message: string, code: string): Fields {
  return {
    ...writeEntry(facts),
    authorization_message: message,
    transaction_approved: false,
    ach_return_code: code,
    ...APPROVED,
  };
}

function writePayment({ currency, at }: TestEventFacts): Fields {
  const [day, time] = [at.toPlainDate(), at.toPlainTime().round("second")];
  return {
    transaction_id: NO_TRANSACTION,
    transaction_timestamp: `${day} ${time.toString({ smallestUnit: "second" })}`,
    transaction_type: "SALE",
    request_amount: AMOUNT,
    transaction_amount: AMOUNT,
    first_name: "Test",
    last_name: "Event",
    keyed: true,
    swiped: false,
    entry_mode: "KEYED",
    transaction_approved: true,
    transaction_description: "Test event sent from the console",
    currency,
  };
}
