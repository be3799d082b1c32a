/** What a refund of a sale may take, by lines, by amount or all of it (C, refund). Pure. */
import type { Cents } from "../../../values/money.ts";
import { isPaid, type Sale, type SaleLine } from "./sale.ts";

export interface RefundOrder {
  /** Neither: all that is left, tip included. */
  readonly amountCents: Cents | undefined;
  readonly lineIds: readonly string[] | undefined;
  readonly key: string | undefined;
}

export type RefundError =
  /** It was never paid. */
  | { readonly kind: "not_paid" }
  | { readonly kind: "nothing_left" }
  | { readonly kind: "more_than_left"; readonly leftCents: Cents }
  | { readonly kind: "no_such_line"; readonly lineId: string }
  | { readonly kind: "line_refunded"; readonly lineId: string }
  /** Nothing was paid for the lines, so nothing can go back. */
  | { readonly kind: "lines_cost_nothing" }
  /** The lines come to another amount. */
  | { readonly kind: "disagrees"; readonly linesCents: Cents }
  /** The gateway has given it back already, or cannot. */
  | { readonly kind: "gateway_refuses" };

export type RefundJudgment =
  | { readonly kind: "allowed"; readonly amountCents: Cents; readonly lineIds: readonly string[] }
  | { readonly kind: "refused"; readonly error: RefundError };

export function judgeRefund(sale: Sale, { amountCents, lineIds }: RefundOrder): RefundJudgment {
  if (!isPaid(sale)) return refused({ kind: "not_paid" });
  const leftCents = (sale.totalCents - sale.refundedCents) as Cents;
  if (leftCents === 0) return refused({ kind: "nothing_left" });
  if (lineIds === undefined) {
    if (amountCents !== undefined) return judgeAmount(amountCents, leftCents, []);
    return { kind: "allowed", amountCents: leftCents, lineIds: linesLeft(sale) };
  }
  const lines = linesOf(sale, lineIds);
  if ("kind" in lines) return refused(lines);
  const linesCents = lines.reduce((sum, line) => sum + line.shareCents, 0) as Cents;
  if (linesCents === 0) return refused({ kind: "lines_cost_nothing" });
  if (amountCents !== undefined && amountCents !== linesCents) {
    return refused({ kind: "disagrees", linesCents });
  }
  return judgeAmount(linesCents, leftCents, lineIds);
}

function judgeAmount(
  amountCents: Cents,
  leftCents: Cents,
  lineIds: readonly string[],
): RefundJudgment {
  if (amountCents > leftCents) return refused({ kind: "more_than_left", leftCents });
  return { kind: "allowed", amountCents, lineIds };
}

function linesLeft({ lines }: Sale): readonly string[] {
  return lines.filter(({ refundId }) => refundId === null).map(({ id }) => id);
}

function linesOf(sale: Sale, lineIds: readonly string[]): readonly SaleLine[] | RefundError {
  const lines: SaleLine[] = [];
  for (const lineId of lineIds) {
    const line = sale.lines.find(({ id }) => id === lineId);
    if (line === undefined) return { kind: "no_such_line", lineId };
    if (line.refundId !== null) return { kind: "line_refunded", lineId };
    lines.push(line);
  }
  return lines;
}

function refused(error: RefundError): RefundJudgment {
  return { kind: "refused", error };
}
