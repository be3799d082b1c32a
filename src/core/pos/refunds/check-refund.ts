/** Checks what may be refunded: by lines, by amount or everything (contract C, refund). Pure. */
import type { Cents } from "../../../values/money.ts";
import { isPaid, type Sale, type SaleLine } from "../sales/sale.ts";

export interface RefundOrder {
  /** With neither an amount nor lines, everything left is refunded, including the tip. */
  readonly amountCents: Cents | undefined;
  readonly lineIds: readonly string[] | undefined;
  readonly key: string | undefined;
}

export type RefundError =
  /** The sale was not paid. */
  | { readonly kind: "not_paid" }
  | { readonly kind: "nothing_left" }
  | { readonly kind: "more_than_left"; readonly leftCents: Cents }
  | { readonly kind: "no_such_line"; readonly lineId: string }
  | { readonly kind: "line_refunded"; readonly lineId: string }
  /** Nothing was paid for the lines, so nothing can be refunded. */
  | { readonly kind: "lines_cost_nothing" }
  /** The amount is not the sum of the lines. */
  | { readonly kind: "disagrees"; readonly linesCents: Cents }
  /** The payment core refuses the refund. */
  | { readonly kind: "gateway_refuses" };

export type RefundCheck =
  | { readonly kind: "allowed"; readonly amountCents: Cents; readonly lineIds: readonly string[] }
  | { readonly kind: "refused"; readonly error: RefundError };

export function checkRefund(sale: Sale, { amountCents, lineIds }: RefundOrder): RefundCheck {
  if (!isPaid(sale)) return refused({ kind: "not_paid" });
  const leftCents = (sale.totalCents - sale.refundedCents) as Cents;
  if (leftCents === 0) return refused({ kind: "nothing_left" });
  if (lineIds === undefined) {
    if (amountCents !== undefined) return checkAmount(amountCents, leftCents, []);
    return { kind: "allowed", amountCents: leftCents, lineIds: unrefundedLines(sale) };
  }
  const lines = findLines(sale, lineIds);
  if ("kind" in lines) return refused(lines);
  const linesCents = lines.reduce((sum, line) => sum + line.shareCents, 0) as Cents;
  if (linesCents === 0) return refused({ kind: "lines_cost_nothing" });
  if (amountCents !== undefined && amountCents !== linesCents) {
    return refused({ kind: "disagrees", linesCents });
  }
  return checkAmount(linesCents, leftCents, lineIds);
}

function checkAmount(
  amountCents: Cents,
  leftCents: Cents,
  lineIds: readonly string[],
): RefundCheck {
  if (amountCents > leftCents) return refused({ kind: "more_than_left", leftCents });
  return { kind: "allowed", amountCents, lineIds };
}

function unrefundedLines({ lines }: Sale): readonly string[] {
  return lines.filter(({ refundId }) => refundId === null).map(({ id }) => id);
}

function findLines(sale: Sale, lineIds: readonly string[]): readonly SaleLine[] | RefundError {
  const lines: SaleLine[] = [];
  for (const lineId of lineIds) {
    const line = sale.lines.find(({ id }) => id === lineId);
    if (line === undefined) return { kind: "no_such_line", lineId };
    if (line.refundId !== null) return { kind: "line_refunded", lineId };
    lines.push(line);
  }
  return lines;
}

function refused(error: RefundError): RefundCheck {
  return { kind: "refused", error };
}
