/** The payment interface: takes, changes and gives back payments by form. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../../../core/access/network.ts";
import type { Account } from "../../../core/accounts/account-store.ts";
import type { ReadCardNeeds } from "../../../core/parsing/read-card.ts";
import type { PaymentOutcome } from "../../../core/payments/answer.ts";
import { pay } from "../../../core/payments/pay.ts";
import type { PaymentNeeds } from "../../../core/payments/payment-needs.ts";
import { RequestFault } from "../../../wire/fault.ts";
import { Fields } from "../../../wire/fields.ts";
import type { Form } from "../../../wire/form.ts";
import { formOf, speakRecords, writeFault } from "../faults.ts";
import { type LoginNeeds, logIn } from "../login.ts";
import { formatForErrors, type GatewayRecord, sendRecord } from "../record.ts";
import { outcomeBefore } from "./expired.ts";
import { type PaymentMessage, readOrFault } from "./read.ts";
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
  const read = readOrFault(messageOf(call), needs.clock);
  const payment = awaitsReading(read) ? await readAtTerminal(needs.parsing, call, read) : read;
  if (payment instanceof RequestFault) return refuse(needs, call, payment);
  const callerNetwork = networkOf(call.request.ip);
  return tell(needs, call, await pay(needs, call.account, { ...payment, callerNetwork }));
}

async function refuse(needs: PaymentDoorNeeds, call: Call, fault: RequestFault) {
  const before = await outcomeBefore(needs, messageOf(call), fault);
  return before === undefined ? failed(needs, call, writeFault(fault)) : tell(needs, call, before);
}

async function tell(
  needs: PaymentDoorNeeds,
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
