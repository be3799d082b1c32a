/** The payment interface: takes, changes and gives back payments by form. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../../../core/access/network.ts";
import type { Account } from "../../../core/accounts/account-store.ts";
import type { ReadCardNeeds } from "../../../core/parser/read-card.ts";
import type { PaymentOutcome } from "../../../core/payments/answer.ts";
import { pay } from "../../../core/payments/pay.ts";
import type { PaymentNeeds } from "../../../core/payments/payment-needs.ts";
import type { PaymentRequest } from "../../../core/payments/payment-request.ts";
import { Fields } from "../../../wire/fields.ts";
import type { Form } from "../../../wire/form.ts";
import { RequestError } from "../../../wire/request-error.ts";
import { formOf, speakRecords, writeError } from "../errors.ts";
import { type LoginNeeds, logIn } from "../login.ts";
import { formatForErrors, type GatewayRecord, sendRecord } from "../record.ts";
import { outcomeBefore } from "./expired.ts";
import { identifyRequest, writeFailedEvent } from "./identity.ts";
import { type PaymentMessage, readOrError } from "./read.ts";
import { PAYMENT_SCHEMA } from "./schema.ts";
import { awaitsReading, readAtTerminal, type TerminalPayment } from "./terminal.ts";
import { writeOutcome } from "./write.ts";

export type PaymentInterfaceNeeds = LoginNeeds &
  PaymentNeeds & {
    /** Reads what terminals send. */
    readonly parsing: ReadCardNeeds;
    /** Lets the account's webhook hear of a request that came to nothing. */
    readonly tellFailure: (account: Account, record: GatewayRecord) => Promise<void>;
  };

export async function paymentInterface(
  scope: FastifyInstance,
  needs: PaymentInterfaceNeeds,
): Promise<void> {
  speakRecords(scope);

  scope.post("/", { schema: PAYMENT_SCHEMA }, async (request, reply) => {
    const form = formOf(request);
    const fields = new Fields(form);
    const account = await logIn(needs, request, fields);
    const record = await answer(needs, { request, reply, account, form });
    return sendRecord(reply, formatForErrors(fields), record);
  });
}

interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly account: Account;
  readonly form: Form;
  /** Of a card that a terminal has read: the form does not show it. */
  readonly readLast4?: string;
}

async function answer(needs: PaymentInterfaceNeeds, call: Call): Promise<GatewayRecord> {
  const read = readOrError(messageOf(call), needs.clock);
  if (read instanceof RequestError) return refuse(needs, call, read);
  if (awaitsReading(read)) return answerAtTerminal(needs, call, read);
  return tell(needs, call, await payFrom(needs, call, read));
}

async function answerAtTerminal(needs: PaymentInterfaceNeeds, call: Call, unread: TerminalPayment) {
  const payment = await readAtTerminal(needs.parsing, call, unread);
  if (payment instanceof RequestError) return refuse(needs, call, payment);
  const readLast4 = payment.source.card.number.last4();
  return tell(needs, { ...call, readLast4 }, await payFrom(needs, call, payment));
}

function payFrom(
  needs: PaymentInterfaceNeeds,
  { request, account }: Call,
  payment: PaymentRequest,
): Promise<PaymentOutcome> {
  return pay(needs, account, { ...payment, callerNetwork: networkOf(request.ip) });
}

async function refuse(needs: PaymentInterfaceNeeds, call: Call, requestError: RequestError) {
  const before = await outcomeBefore(needs, messageOf(call), requestError);
  return before === undefined
    ? failed(needs, call, writeError(requestError))
    : tell(needs, call, before);
}

async function tell(
  needs: PaymentInterfaceNeeds,
  call: Call,
  outcome: PaymentOutcome,
): Promise<GatewayRecord> {
  const record = writeOutcome(outcome);
  if (isNewFailure(outcome)) return failed(needs, call, record);
  if (outcome.kind === "answered" && outcome.isReplay) {
    call.reply.header("Idempotent-Replayed", "true");
  }
  return record;
}

/** What was held back never was a request, and of a replay the first has told. */
function isNewFailure(outcome: PaymentOutcome): boolean {
  return outcome.kind === "refused" || (outcome.kind === "unknown" && !outcome.isReplay);
}

function messageOf({ request, account, form }: Call): PaymentMessage {
  return { form, account, idempotencyKey: request.headers["idempotency-key"] };
}

/** The answer does not hang on whether the webhook could be told. */
async function failed(
  needs: PaymentInterfaceNeeds,
  { request, account, form, readLast4 }: Call,
  record: GatewayRecord,
): Promise<GatewayRecord> {
  if (!account.hasWebhook) return record;
  try {
    const identity = await identifyRequest(needs, account.id, { form, readLast4 });
    await needs.tellFailure(account, writeFailedEvent(record, identity));
  } catch (error) {
    request.log.error({ err: error }, "a webhook could not be told of a failed request");
  }
  return record;
}
