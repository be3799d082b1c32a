/** Area E: reports of transactions. This release knows the default query, and only its empty answer. */
import type { FastifyInstance } from "fastify";
import Type from "typebox";
import type { ReportStore } from "../../../core/reports/report-store.ts";
import { localDate } from "../../../values/local-time.ts";
import { takeForms } from "../../../wire/body.ts";
import { logFailure } from "../../../wire/failure.ts";
import { faultOf, RequestFault } from "../../../wire/fault.ts";
import { fieldsOf } from "../faults.ts";
import { type LoginNeeds, logIn } from "../login.ts";
import { CREDENTIALS, FORM_ONLY } from "../schema.ts";
import { DATA_UNAVAILABLE, NO_DATA, sendError, sendFault } from "./errors.ts";

export interface ReportingNeeds extends LoginNeeds {
  readonly reports: ReportStore;
}

const SCHEMA = {
  summary: "Report yesterday's transactions",
  tags: ["E. Reporting"],
  consumes: FORM_ONLY,
  produces: ["text/plain"],
  body: Type.Object(CREDENTIALS),
  response: {
    200: {
      ...Type.String({ description: "The report, or in words why there is none." }),
      headers: {
        "QS-response-code": Type.String({
          description: "Code and message.",
          examples: ["608 No Data"],
        }),
      },
    },
    413: Type.String({ description: "The body is larger than 1 MiB." }),
    415: Type.String({ description: "The body is not a form." }),
  },
};

export async function reportingInterface(
  scope: FastifyInstance,
  needs: ReportingNeeds,
): Promise<void> {
  takeForms(scope);
  scope.setErrorHandler((error, request, reply) => {
    if (faultOf(error) === undefined) logFailure(request, error);
    return sendFault(reply, error);
  });
  scope.setNotFoundHandler((_request, reply) =>
    sendFault(reply.code(404), new RequestFault("invalid", "address")),
  );

  scope.post("/", { schema: SCHEMA }, async (request, reply) => {
    const account = await logIn(needs, request, fieldsOf(request));
    const today = localDate(needs.clock.business(), account.timeZone);
    const [from, until] = [today.subtract({ days: 1 }), today].map((day) =>
      day.toZonedDateTime(account.timeZone).toInstant(),
    ) as [Temporal.Instant, Temporal.Instant];
    const some = await needs.reports.hasTransactions(account.id, from, until);
    return sendError(reply, some ? DATA_UNAVAILABLE : NO_DATA);
  });
}
