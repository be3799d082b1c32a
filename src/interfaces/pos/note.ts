/** What the request log says about a sale or a refund at the point of sale. */
import type { FastifyRequest } from "fastify";
import type { Sale } from "../../core/pos/sales/sale.ts";
import type { RequestOutcome } from "../../values/request-outcome.ts";
import { noteRequest } from "../../wire/request-note.ts";

const OUTCOMES = {
  sold: "approved",
  refunded: "approved",
  declined: "declined",
  pending: "pending",
  not_sent: "error",
} as const satisfies Record<string, RequestOutcome>;

type Result = keyof typeof OUTCOMES;

export function noteSale(request: FastifyRequest, result: Result, sale: Sale): void {
  noteRequest(request, {
    outcome: OUTCOMES[result],
    amountCents: sale.totalCents,
    transactionId: sale.transactionId ?? undefined,
  });
}

/** The sale after the refund, which is its newest one. */
export function noteRefund(request: FastifyRequest, result: Result, sale: Sale): void {
  const refund = sale.refunds.at(-1);
  noteRequest(request, {
    outcome: OUTCOMES[result],
    amountCents: refund?.amountCents,
    transactionId: refund?.transactionId ?? undefined,
    originalId: sale.transactionId ?? undefined,
  });
}
