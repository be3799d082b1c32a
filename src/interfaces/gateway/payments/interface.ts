/** The payment interface (area F): takes, captures, refunds and reverses payments. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addressNetwork } from "../../../core/access/network.ts";
import type { Account } from "../../../core/accounts/account-store.ts";
import {
  type FailedRequestNeeds,
  reportFailedRequest,
} from "../../../core/outbox/report-failed-request.ts";
import type { PaymentOutcome } from "../../../core/payments/answer.ts";
import { SUSPECTS_EVERY_MS } from "../../../core/payments/card-testing/decline-tally.ts";
import { pay } from "../../../core/payments/pay.ts";
import type { PaymentNeeds } from "../../../core/payments/payment-needs.ts";
import type { PaymentRequest } from "../../../core/payments/payment-request.ts";
import { traceStep } from "../../../values/telemetry/tracing.ts";
import { errorHeaders } from "../../../wire/error-detail.ts";
import type { Form } from "../../../wire/form.ts";
import { RequestError, TooOften } from "../../../wire/request-error.ts";
import { noteRequest } from "../../../wire/request-note.ts";
import { addRecordFormat, requestForm, writeError } from "../errors.ts";
import { type LoginNeeds, logInAccount } from "../login.ts";
import { formatForErrors, type GatewayRecord, sendRecord } from "../record.ts";
import { declineHeaders, paymentErrorHeaders, refusalHeaders } from "./error-details.ts";
import { findOutcomeBeforeExpiry } from "./expired.ts";
import { identifyRequest, writeFailedEvent } from "./identity.ts";
import { notePayment } from "./note.ts";
import { type PaymentMessage, readOrError } from "./read.ts";
import { PAYMENT_SCHEMA } from "./schema.ts";
import { writeOutcome } from "./write.ts";

export type PaymentInterfaceNeeds = LoginNeeds &
  PaymentNeeds & {
    /** For the webhook event about a request that failed. */
    readonly outbox: FailedRequestNeeds;
  };

export async function paymentInterface(
  scope: FastifyInstance,
  needs: PaymentInterfaceNeeds,
): Promise<void> {
  addRecordFormat(scope);

  const options = { schema: PAYMENT_SCHEMA, config: { operation: "Payment" } };
  scope.post("/", options, async (request, reply) => {
    const form = requestForm(request);
    notePayment(request, form);
    const account = await logInAccount(needs, request, form);
    const record = await answerPayment(needs, { request, reply, account, form });
    return sendRecord(reply, formatForErrors(form), record);
  });
}

const READ = { kind: "read" } as const;

interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly account: Account;
  readonly form: Form;
}

async function answerPayment(needs: PaymentInterfaceNeeds, call: Call): Promise<GatewayRecord> {
  const read = traceStep(READ, () => readOrError(paymentMessage(call), needs.clock));
  if (read instanceof RequestError) return answerRequestError(needs, call, read);
  return writeAndReport(needs, call, await payFrom(needs, call, read));
}

function payFrom(
  needs: PaymentInterfaceNeeds,
  { request, account }: Call,
  payment: PaymentRequest,
): Promise<PaymentOutcome> {
  return pay(needs, account, { ...payment, callerNetwork: addressNetwork(request.ip) });
}

async function answerRequestError(
  needs: PaymentInterfaceNeeds,
  call: Call,
  requestError: RequestError,
) {
  const before = await findOutcomeBeforeExpiry(needs, paymentMessage(call), requestError);
  if (before !== undefined) return writeAndReport(needs, call, before);
  call.reply.headers(paymentErrorHeaders(requestError, call.form));
  return reportFailure(needs, call, { record: writeError(requestError) });
}

async function writeAndReport(
  needs: PaymentInterfaceNeeds,
  call: Call,
  outcome: PaymentOutcome,
): Promise<GatewayRecord> {
  const record = writeOutcome(outcome);
  if (outcome.kind === "refused") call.reply.headers(refusalHeaders(outcome.why));
  if (outcome.kind === "answered") call.reply.headers(declineHeaders(outcome.answer));
  if (isNewFailure(outcome))
    return reportFailure(needs, call, { record, readLast4: outcome.readLast4 });
  if (outcome.kind === "too_many") {
    noteRequest(call.request, { isOverLimit: true });
    call.reply.headers(errorHeaders(new TooOften("rate", SUSPECTS_EVERY_MS)));
  }
  if (outcome.kind === "answered" && outcome.isReplay) {
    call.reply.header("Idempotent-Replayed", "true");
  }
  return record;
}

type Failure = Extract<PaymentOutcome, { readonly kind: "refused" | "unknown" }>;

/** A rate-limited request is not reported, and a replay was reported before. */
function isNewFailure(outcome: PaymentOutcome): outcome is Failure {
  return outcome.kind === "refused" || (outcome.kind === "unknown" && !outcome.isReplay);
}

function paymentMessage({ request, account, form }: Call): PaymentMessage {
  return { form, account, idempotencyKey: request.headers["idempotency-key"] };
}

interface FailedAnswer {
  readonly record: GatewayRecord;
  readonly readLast4?: string | undefined;
}

/** The caller is answered even if the webhook event cannot be written. */
async function reportFailure(
  needs: PaymentInterfaceNeeds,
  { request, account, form }: Call,
  { record, readLast4 }: FailedAnswer,
): Promise<GatewayRecord> {
  if (!account.hasWebhook) return record;
  try {
    const identity = await identifyRequest(needs, account.id, { form, readLast4 });
    const transaction = writeFailedEvent(record, identity);
    const { transaction_id: id } = transaction;
    const transactionId = typeof id === "string" ? id : undefined;
    await reportFailedRequest(needs.outbox, { accountId: account.id, transactionId, transaction });
  } catch (error) {
    request.log.error(
      { err: error },
      "the webhook event for a failed request could not be written",
    );
  }
  return record;
}
