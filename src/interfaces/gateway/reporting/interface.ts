/** Area E: reports of transactions, of any size. Codes travel in a header; the status stays 200. */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Account } from "../../../core/accounts/account-store.ts";
import type { ReportableStore } from "../../../core/reports/reportable-store.ts";
import { type ReportNeeds, runReport } from "../../../core/reports/run-report.ts";
import { takeForms } from "../../../wire/body.ts";
import { logFailure, Unavailable } from "../../../wire/failure.ts";
import { faultOf, RequestFault } from "../../../wire/fault.ts";
import { fieldsOf } from "../faults.ts";
import { type LoginNeeds, logIn } from "../login.ts";
import { columnsOf } from "./columns.ts";
import { checkCombination, criteriaOf } from "./criteria.ts";
import { DATA_UNAVAILABLE, NO_DATA, sendError, sendFault } from "./errors.ts";
import { CONTENT_TYPES, openFormat } from "./formats.ts";
import { type Parameters, readParameters } from "./read.ts";
import { SCHEMA } from "./schema.ts";

export interface ReportingNeeds extends LoginNeeds {
  readonly reports: ReportNeeds;
  readonly reportable: ReportableStore;
}

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
    const fields = fieldsOf(request);
    const account = await logIn(needs, request, fields);
    const asked = readParameters(fields, account.timeZone);
    const accountIds = await accountsOf(needs, account, asked.subAccounts);
    checkCombination(asked);
    return send(needs, reply, { asked, account, accountIds });
  });
}

/** Another's account answers exactly like one that does not exist. */
async function accountsOf(
  { reportable }: ReportingNeeds,
  account: Account,
  wanted: Parameters["subAccounts"],
): Promise<readonly string[]> {
  if (wanted === undefined) return [account.id];
  if (!account.isAgent) throw new RequestFault("invalid", "sub_account_ids");
  const own = await reportable.subAccounts(account.id);
  if (wanted === "all") return own;
  const isForeign = wanted.some((id) => !own.includes(id));
  if (isForeign) throw new RequestFault("invalid", "sub_account_ids");
  return [...new Set(wanted)];
}

interface Order {
  readonly asked: Parameters;
  readonly account: Account;
  readonly accountIds: readonly string[];
}

function leaving({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once("close", () => left.abort());
  return left.signal;
}

async function send(needs: ReportingNeeds, reply: FastifyReply, order: Order) {
  const { asked, account, accountIds } = order;
  if (accountIds.length === 0) return sendError(reply, NO_DATA);
  const { showsSettleDate: settleDate, showsUtc: utc, showsBatch: batch } = asked;
  const fields = asked.showsFormFields ? await needs.reportable.formFields(accountIds) : [];
  const columns = columnsOf({ settleDate, utc, batch }, fields);
  const asking = { accountIds, timeZone: account.timeZone, now: needs.clock.business() };
  const query = { criteria: criteriaOf(asked, asking), shown: columns.map(({ shown }) => shown) };
  const format = openFormat(asked.format, columns);
  const left = leaving(reply);
  const answer = await runReport(needs.reports, {
    callerId: account.id,
    query,
    format,
    left,
  }).catch((error) => {
    // Nobody hears the answer any more, and nothing has failed.
    throw left.aborted ? new Unavailable("the caller has left") : error;
  });
  if (answer.kind === "no_data") return sendError(reply, NO_DATA);
  if (answer.kind === "too_many") return sendError(reply, DATA_UNAVAILABLE);
  // A reset, where a mere end could be taken for the report's: HTTP/1.0 knows no other.
  answer.stream.once("error", () => reply.raw.socket?.resetAndDestroy());
  return reply
    .header("QS-response-code", "100 OK")
    .type(CONTENT_TYPES[asked.format])
    .send(answer.stream);
}
