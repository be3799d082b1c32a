/** The payment interface: takes, changes and gives back payments by form. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../../../core/access/network.ts";
import type { Account } from "../../../core/accounts/account-store.ts";
import type { ReadCardNeeds } from "../../../core/parsing/read-card.ts";
import type { PaymentOutcome } from "../../../core/payments/answer.ts";
import { pay } from "../../../core/payments/pay.ts";
import type { PaymentNeeds } from "../../../core/payments/payment-needs.ts";
import type { Clock } from "../../../ports/clock.ts";
import { RequestFault } from "../../../wire/fault.ts";
import { Fields } from "../../../wire/fields.ts";
import type { Form } from "../../../wire/form.ts";
import { formOf, speakRecords, writeFault } from "../faults.ts";
import { type LoginNeeds, logIn } from "../login.ts";
import { formatForErrors, type GatewayRecord, sendRecord } from "../record.ts";
import { readPayment } from "./read.ts";
import { PAYMENT_SCHEMA } from "./schema.ts";
import { awaitsReading, readAtTerminal } from "./terminal.ts";
import { writeOutcome } from "./write.ts";

export type PaymentDoorNeeds = LoginNeeds &
  PaymentNeeds & {
    /** Reads what terminals send. */
    readonly parsing: ReadCardNeeds;
    /** Lets the account's webhook hear of a request that came to nothing. */
    readonly tellFailure: (account: Account, record: GatewayRecord) => Promise<void>;
  };

export async function paymentInterface(
  scope: FastifyInstance,
  needs: PaymentDoorNeeds,
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
}

async function answer(needs: PaymentDoorNeeds, call: Call): Promise<GatewayRecord> {
  const read = readOrFault(call, needs.clock);
  const payment = awaitsReading(read) ? await readAtTerminal(needs.parsing, call, read) : read;
  if (payment instanceof RequestFault) return failed(needs, call, writeFault(payment));
  const callerNetwork = networkOf(call.request.ip);
  const outcome = await pay(needs, call.account, { ...payment, callerNetwork });
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

function readOrFault({ request, account, form }: Call, clock: Clock) {
  try {
    const idempotencyKey = request.headers["idempotency-key"];
    return readPayment({ form, account, idempotencyKey }, clock);
  } catch (error) {
    if (error instanceof RequestFault) return error;
    throw error;
  }
}

/** The answer does not hang on whether the webhook could be told. */
async function failed(
  { tellFailure }: PaymentDoorNeeds,
  { request, account }: Call,
  record: GatewayRecord,
): Promise<GatewayRecord> {
  if (!account.hasWebhook) return record;
  try {
    await tellFailure(account, record);
  } catch (error) {
    request.log.error({ err: error }, "a webhook could not be told of a failed request");
  }
  return record;
}
