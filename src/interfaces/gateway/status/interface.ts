/** Area D: hands out transaction ids, and says what became of a transaction. */
import type { FastifyInstance } from "fastify";
import type { Account } from "../../../core/accounts/account-store.ts";
import type { IdSource } from "../../../core/payments/id-source.ts";
import type { PaymentStore } from "../../../core/payments/payment-store.ts";
import { fieldsOf, speakRecords } from "../faults.ts";
import { type LoginNeeds, logIn } from "../login.ts";
import { type GatewayRecord, readFormat, sendRecord } from "../record.ts";
import { readQuestion, type StatusQuestion } from "./read.ts";
import { STATUS_SCHEMA } from "./schema.ts";
import { NOT_FOUND, writeFound, writeIssuedId } from "./write.ts";

export interface StatusNeeds extends LoginNeeds {
  readonly payments: PaymentStore;
  readonly ids: IdSource;
}

export async function statusInterface(scope: FastifyInstance, needs: StatusNeeds): Promise<void> {
  speakRecords(scope);

  scope.post("/", { schema: STATUS_SCHEMA }, async (request, reply) => {
    const fields = fieldsOf(request);
    const account = await logIn(needs, request, fields);
    const question = readQuestion(fields);
    const format = readFormat(fields);
    return sendRecord(reply, format, await answer(needs, account, question));
  });
}

async function answer(
  { payments, ids, clock }: StatusNeeds,
  account: Account,
  question: StatusQuestion,
): Promise<GatewayRecord> {
  if (question.action === "GET_TRANSACTION_ID") {
    const id = await ids.next(account.id);
    await payments.issue(account.id, id, clock.business());
    return writeIssuedId(id);
  }
  const transaction = await payments.find(account.id, question.transactionId);
  return transaction === undefined ? NOT_FOUND : writeFound(transaction, account.timeZone);
}
