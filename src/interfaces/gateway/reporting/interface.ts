/** The reporting interface (area E): streams reports of any size. */
import type { FastifyInstance, FastifyReply } from "fastify";
import {
  type ReportAnswer,
  type ReportNeeds,
  runReport,
} from "../../../core/reports/run/run-report.ts";
import { traceStep } from "../../../values/telemetry/tracing.ts";
import { takeForms } from "../../../wire/body.ts";
import { abortOnDisconnect, resetOnStreamError } from "../../../wire/early-end.ts";
import { logInternalError, Unavailable } from "../../../wire/internal-error.ts";
import { CONTENT_TYPES, openFormat } from "../../../wire/report-formats.ts";
import { asRequestError, RequestError } from "../../../wire/request-error.ts";
import { requestForm } from "../errors.ts";
import { type LoginNeeds, logInAccount } from "../login.ts";
import { DATA_UNAVAILABLE, NO_DATA, sendReportError, sendRequestError } from "./errors.ts";
import { type Order, type OrderNeeds, readOrder } from "./order.ts";
import { SCHEMA } from "./schema.ts";

export interface ReportingNeeds extends LoginNeeds, OrderNeeds {
  readonly reports: ReportNeeds;
}

const READ = { kind: "read" } as const;
const REPORT = { kind: "core", name: "report" } as const;

export async function reportingInterface(
  scope: FastifyInstance,
  needs: ReportingNeeds,
): Promise<void> {
  takeForms(scope);
  scope.setErrorHandler((error, request, reply) => {
    if (asRequestError(error) === undefined) logInternalError(request, error);
    return sendRequestError(reply, error);
  });
  scope.setNotFoundHandler((_request, reply) =>
    sendRequestError(reply.code(404), new RequestError("invalid", "address")),
  );

  scope.post("/", { schema: SCHEMA, config: { operation: "Report" } }, async (request, reply) => {
    const form = requestForm(request);
    const account = await logInAccount(needs, request, form);
    const order = await traceStep(READ, () => readOrder(needs, account, form));
    const left = abortOnDisconnect(reply);
    return send(reply, order, await traceStep(REPORT, () => run(needs, account.id, order, left)));
  });
}

async function run(
  { reports }: ReportingNeeds,
  callerId: string,
  { query, columns, format }: Order,
  left: AbortSignal,
): Promise<ReportAnswer> {
  try {
    return await runReport(reports, { callerId, query, format: openFormat(format, columns), left });
  } catch (error) {
    // The caller has disconnected, so this is not an error.
    throw left.aborted ? new Unavailable("the caller has disconnected") : error;
  }
}

function send(reply: FastifyReply, { format }: Order, answer: ReportAnswer) {
  if (answer.kind === "no_data") return sendReportError(reply, NO_DATA);
  if (answer.kind === "too_many") return sendReportError(reply, DATA_UNAVAILABLE);
  resetOnStreamError(answer.stream, reply);
  return reply.header("QS-response-code", "100 OK").type(CONTENT_TYPES[format]).send(answer.stream);
}
