/** Sales: list, filter and search, create, view, receipt, refund. Every role may sell. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { SUSPECTS_EVERY_MS } from "../../core/payments/card-testing/decline-tally.ts";
import type { Listed, PosPage } from "../../core/pos/page.ts";
import type { PosServices } from "../../core/pos/pos.ts";
import type { RefundOutcome } from "../../core/pos/refunds/end-refund.ts";
import { refundSale } from "../../core/pos/refunds/refund-sale.ts";
import { createSale } from "../../core/pos/sales/create-sale.ts";
import { emailReceipt } from "../../core/pos/sales/email-receipt.ts";
import type { SaleOutcome } from "../../core/pos/sales/end-sale.ts";
import { findSale, readSaleRecord, searchSales } from "../../core/pos/sales/find-sales.ts";
import type { Sale } from "../../core/pos/sales/sale.ts";
import type { PosCaller } from "../../core/pos/users/pos-user.ts";
import { RequestError, TooOften } from "../../wire/request-error.ts";
import { anyone, created, notFound, requestedId, withFiles } from "./collection.ts";
import { FieldError, FormErrors, readPosForm, readPosQuery } from "./form.ts";
import { isHead, requestCaller } from "./login.ts";
import { noteRefund, noteSale } from "./note.ts";
import { readPage, writePage } from "./page.ts";
import { readFilter } from "./read-filter.ts";
import { readReceipt, readRefund, readSale } from "./read-sale.ts";
import { SALE_SCHEMAS } from "./schema-sales.ts";
import { isTooLarge, refundError, saleError, writeSale } from "./write-sale.ts";

/** Several lines may have a photo. */
const UPLOADS = { filesMax: 20, bytesMax: 24 * 1024 * 1024 };
/** If a misspelled amount were ignored, another amount would be moved. */
const MOVES_MONEY = { refusesUnknownFields: true };

export function serveTransactions(scope: FastifyInstance, pos: PosServices): void {
  const [all, one] = ["/transactions/", "/transactions/:id/"];
  const onRequest = anyone(pos);

  scope.get(all, { schema: SALE_SCHEMAS.list, onRequest }, async (request) => {
    const page = readPage(request);
    const list = await search(pos, request, page);
    return writePage(request, page, list, writeSale);
  });

  const files = withFiles(UPLOADS);
  const config = { ...files.config, ...MOVES_MONEY };
  const upload = { ...files, config, schema: SALE_SCHEMAS.create, onRequest };
  scope.post(all, upload, async (request, reply) => {
    const outcome = await createSale(pos, requestCaller(request), readSale(request));
    return answerSale(reply, outcome);
  });

  scope.get(one, { schema: SALE_SCHEMAS.view, onRequest }, async (request) => {
    const { account } = requestCaller(request);
    const read = isHead(request) ? readSaleRecord : findSale;
    const sale = await read(pos, account.id, requestedId(request));
    if (sale === undefined) throw notFound();
    return writeSale(sale);
  });

  scope.post(`${one}receipt/`, { schema: SALE_SCHEMAS.receipt, onRequest }, async (request) => {
    const { email } = readReceipt(readPosForm(request));
    return sendReceipt(pos, requestCaller(request), { id: requestedId(request), email });
  });

  scope.post(
    `${one}refund/`,
    { schema: SALE_SCHEMAS.refund, onRequest, config: MOVES_MONEY },
    async (request, reply) => {
      const [caller, saleId] = [requestCaller(request), requestedId(request)];
      const outcome = await refundSale(pos, { caller, saleId, order: readRefund(request) });
      return answerRefund(reply, outcome);
    },
  );
}

function search(pos: PosServices, request: FastifyRequest, page: PosPage): Promise<Listed<Sale>> {
  const { account } = requestCaller(request);
  const filter = readFilter(readPosQuery(request), account.timeZone);
  return searchSales(pos, account.id, filter, page);
}

async function sendReceipt(
  pos: PosServices,
  { account }: PosCaller,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<object> {
  const outcome = await emailReceipt(pos, account, { saleId: id, to: email });
  if (outcome === "not_found") throw notFound();
  if (outcome === "not_paid")
    throw new FieldError("email", "This sale was not paid, so it has no receipt.");
  return { id: Number(id), email };
}

const KEY_REUSED = "This key was used for another request. Send a new key.";
const NOT_SENT = "The card host could not be reached. Nothing was charged. Try again.";
const NOT_REFUNDED = "The card host could not be reached. Nothing was refunded. Try again.";

function answerSale(reply: FastifyReply, outcome: SaleOutcome): FastifyReply {
  switch (outcome.kind) {
    case "refused":
      if (outcome.errors.some(isTooLarge)) throw new RequestError("body_too_large", "photo");
      throw new FormErrors(outcome.errors.map(saleError));
    case "key_reused":
      throw new FieldError("Idempotency-Key", KEY_REUSED);
    case "too_many":
      throw new TooOften("rate", SUSPECTS_EVERY_MS);
    default:
      return answerStored(reply, outcome);
  }
}

type StoredOutcome = Extract<SaleOutcome, { readonly sale: Sale }>;

/** Whatever the result, the sale is stored and can be viewed. */
function answerStored(reply: FastifyReply, { kind, sale, isReplay }: StoredOutcome): FastifyReply {
  noteSale(reply.request, kind, sale);
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
  if ("sale" in outcome) noteRefund(reply.request, outcome.kind, outcome.sale);
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
      throw refundError(outcome.error);
    case "not_found":
      throw notFound();
    case "forbidden":
      throw new RequestError("forbidden", "role");
    case "key_reused":
      throw new FieldError("Idempotency-Key", KEY_REUSED);
    case "too_many":
      throw new TooOften("rate", SUSPECTS_EVERY_MS);
  }
}
