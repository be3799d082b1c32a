/** Sales: list, filter and search, create, view, receipt, refund. Every role sells. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { SUSPECTS_EVERY_MS } from "../../core/payments/card-testing/decline-tally.ts";
import type { Listed, Page } from "../../core/till/page.ts";
import type { TillCaller } from "../../core/till/people/till-user.ts";
import type { RefundOutcome } from "../../core/till/sales/end-refund.ts";
import type { SaleOutcome } from "../../core/till/sales/end-sale.ts";
import { findSale, readSaleRecord, searchSales } from "../../core/till/sales/find-sales.ts";
import { mailReceipt } from "../../core/till/sales/mail-receipt.ts";
import { refundSale } from "../../core/till/sales/refund-sale.ts";
import type { Sale } from "../../core/till/sales/sale.ts";
import { takeSale } from "../../core/till/sales/take-sale.ts";
import type { TillDoor } from "../../core/till/till.ts";
import { RequestFault, TooOften } from "../../wire/fault.ts";
import { anyone, created, idOf, notFound, withFiles } from "./collection.ts";
import { FieldFault, FormFaults, formOf, queryOf } from "./form.ts";
import { callerOf, isHead } from "./login.ts";
import { readPage, writePage } from "./page.ts";
import { readFilter } from "./read-filter.ts";
import { readReceipt, readRefund, readSale } from "./read-sale.ts";
import { SALE_SCHEMAS } from "./schema-sales.ts";
import { isTooLarge, refundFault, saleFault, writeSale } from "./write-sale.ts";

/** Several lines may come with a photo. */
const UPLOADS = { filesMax: 20, bytesMax: 24 * 1024 * 1024 };
/** A misspelled amount that is ignored would move another amount. */
const MOVES_MONEY = { refusesUnknownFields: true };

export function serveTransactions(scope: FastifyInstance, till: TillDoor): void {
  const [all, one] = ["/transactions/", "/transactions/:id/"];
  const onRequest = anyone(till);

  scope.get(all, { schema: SALE_SCHEMAS.list, onRequest }, async (request) => {
    const page = readPage(request);
    const list = await search(till, request, page);
    return writePage(request, page, list, writeSale);
  });

  const files = withFiles(UPLOADS);
  const config = { ...files.config, ...MOVES_MONEY };
  const upload = { ...files, config, schema: SALE_SCHEMAS.create, onRequest };
  scope.post(all, upload, async (request, reply) => {
    const outcome = await takeSale(till, callerOf(request), readSale(request));
    return answerSale(reply, outcome);
  });

  scope.get(one, { schema: SALE_SCHEMAS.view, onRequest }, async (request) => {
    const { account } = callerOf(request);
    const look = isHead(request) ? readSaleRecord : findSale;
    const sale = await look(till, account.id, idOf(request));
    if (sale === undefined) throw notFound();
    return writeSale(sale);
  });

  scope.post(`${one}receipt/`, { schema: SALE_SCHEMAS.receipt, onRequest }, async (request) => {
    const { email } = readReceipt(formOf(request));
    return mail(till, callerOf(request), { id: idOf(request), email });
  });

  scope.post(
    `${one}refund/`,
    { schema: SALE_SCHEMAS.refund, onRequest, config: MOVES_MONEY },
    async (request, reply) => {
      const [caller, saleId] = [callerOf(request), idOf(request)];
      const outcome = await refundSale(till, { caller, saleId, order: readRefund(request) });
      return answerRefund(reply, outcome);
    },
  );
}

function search(till: TillDoor, request: FastifyRequest, page: Page): Promise<Listed<Sale>> {
  const { account } = callerOf(request);
  const filter = readFilter(queryOf(request), account.timeZone);
  return searchSales(till, account.id, filter, page);
}

async function mail(
  till: TillDoor,
  { account }: TillCaller,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<object> {
  const outcome = await mailReceipt(till, account, { saleId: id, to: email });
  if (outcome === "not_found") throw notFound();
  if (outcome === "not_paid")
    throw new FieldFault("email", "Only a sale that was paid has a receipt.");
  return { id: Number(id), email };
}

const KEY_REUSED = "This key was used for another request.";
const NOT_SENT = "The card host could not be reached. Nothing was charged.";
const NOT_REFUNDED = "The card host could not be reached. Nothing was refunded.";

function answerSale(reply: FastifyReply, outcome: SaleOutcome): FastifyReply {
  switch (outcome.kind) {
    case "refused":
      if (outcome.faults.some(isTooLarge)) throw new RequestFault("body_too_large", "photo");
      throw new FormFaults(outcome.faults.map(saleFault));
    case "key_reused":
      throw new FieldFault("Idempotency-Key", KEY_REUSED);
    case "too_many":
      throw new TooOften("rate", SUSPECTS_EVERY_MS);
    default:
      return answerKept(reply, outcome);
  }
}

type Kept = Extract<SaleOutcome, { readonly sale: Sale }>;

/** Whatever became of it, it is written down and can be looked at. */
function answerKept(reply: FastifyReply, { kind, sale, isReplay }: Kept): FastifyReply {
  created(reply, `transactions/${sale.id}`);
  if (isReplay === true) reply.header("idempotent-replayed", "true");
  switch (kind) {
    case "sold":
      return reply.send(writeSale(sale));
    case "pending":
      return reply.code(202).send(writeSale(sale));
    case "declined":
      return reply.code(402).send({ detail: sale.message ?? "The card was declined." });
    case "not_sent":
      return reply.code(503).send({ detail: NOT_SENT });
  }
}

function answerRefund(reply: FastifyReply, outcome: RefundOutcome): FastifyReply {
  if ("isReplay" in outcome && outcome.isReplay) reply.header("idempotent-replayed", "true");
  switch (outcome.kind) {
    case "refunded":
      return reply.send(writeSale(outcome.sale));
    case "pending":
      return reply.code(202).send(writeSale(outcome.sale));
    case "declined":
      return reply.code(402).send({ detail: outcome.message ?? "The refund was declined." });
    case "not_sent":
      return reply.code(503).send({ detail: NOT_REFUNDED });
    case "refused":
      throw refundFault(outcome.fault);
    case "not_found":
      throw notFound();
    case "forbidden":
      throw new RequestFault("forbidden", "role");
    case "key_reused":
      throw new FieldFault("Idempotency-Key", KEY_REUSED);
    case "too_many":
      throw new TooOften("rate", SUSPECTS_EVERY_MS);
  }
}
