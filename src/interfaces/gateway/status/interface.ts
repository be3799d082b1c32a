/** The status interface (area D): issues transaction ids and tells the status of a transaction. */
import type { FastifyInstance } from "fastify";
import type { Account } from "../../../core/accounts/account-store.ts";
import type { IdSource } from "../../../core/payments/ids/id-source.ts";
import type { IdStore } from "../../../core/payments/ids/id-store.ts";
import type { StatusStore } from "../../../core/payments/status-store.ts";
import { traceStep } from "../../../values/telemetry/tracing.ts";
import { addRecordFormat, requestForm } from "../errors.ts";
import { type LoginNeeds, logInAccount } from "../login.ts";
import { type GatewayRecord, sendRecord } from "../record.ts";
import { noteQuestion } from "./note.ts";
import { readQuestion, type StatusQuestion } from "./read.ts";
import { STATUS_SCHEMA } from "./schema.ts";
import { STATUS_NOT_FOUND, writeFound, writeIssuedId } from "./write.ts";

export interface StatusNeeds extends LoginNeeds {
  readonly status: Pick<StatusStore, "findTransactionStatus">;
  readonly ids: IdSource;
  readonly issuedIds: Pick<IdStore, "issueId">;
}

const READ = { kind: "read" } as const;
const ANSWER = { kind: "core", name: "status" } as const;

export async function statusInterface(scope: FastifyInstance, needs: StatusNeeds): Promise<void> {
  addRecordFormat(scope);

  const options = { schema: STATUS_SCHEMA, config: { operation: "Transaction status" } };
  scope.post("/", options, async (request, reply) => {
    const form = requestForm(request);
    noteQuestion(request, form);
    const account = await logInAccount(needs, request, form);
    const question = traceStep(READ, () => readQuestion(form));
    const record = await traceStep(ANSWER, () => answer(needs, account, question));
    return sendRecord(reply, question.format, record);
  });
}

async function answer(
  { status, ids, issuedIds, clock }: StatusNeeds,
  account: Account,
  question: StatusQuestion,
): Promise<GatewayRecord> {
  if (question.action === "GET_TRANSACTION_ID") {
    const id = await ids.next();
    await issuedIds.issueId(account.id, id, clock.business());
    return writeIssuedId(id);
  }
  const found = await status.findTransactionStatus(account.id, question.transactionId);
  return found === undefined ? STATUS_NOT_FOUND : writeFound(found, account.timeZone);
}
