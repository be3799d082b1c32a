/** The payment interface: takes payments by form. */
import type { FastifyInstance } from "fastify";
import { type PaymentNeeds, takePayment } from "../../../core/payments/take-payment.ts";
import { fieldsOf, speakRecords } from "../faults.ts";
import { type LoginNeeds, logIn } from "../login.ts";
import { readFormat, sendRecord } from "../record.ts";
import { readPayment } from "./read.ts";
import { PAYMENT_SCHEMA } from "./schema.ts";
import { writeOutcome } from "./write.ts";

export async function paymentInterface(
  scope: FastifyInstance,
  needs: LoginNeeds & PaymentNeeds,
): Promise<void> {
  speakRecords(scope);

  scope.post("/", { schema: PAYMENT_SCHEMA }, async (request, reply) => {
    const fields = fieldsOf(request);
    const account = await logIn(needs, request, fields);
    const payment = readPayment(fields, account, needs.clock.business());
    const format = readFormat(fields);
    const outcome = await takePayment(needs, account, payment);
    return sendRecord(reply, format, writeOutcome(account, payment, outcome));
  });
}
