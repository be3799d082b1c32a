/** Reads the result code of a reply (field 39) by the table of a dialect. */
import type { IsoMessage } from "../codec/message-spec.ts";
import type { Acknowledgment, ResultKind } from "./order-dialect.ts";

export interface ResultCodes {
  readonly approved: readonly string[];
  readonly partlyApproved: string;
  /** The host does not know itself. */
  readonly unknown: string;
  /** The host had the message before. */
  readonly duplicate: string;
  /** Replies to a reversal: the host does not know the order. */
  readonly nothingToReverse: readonly string[];
  /** The messages of declines. Other codes are shown as they are. */
  readonly declines: Readonly<Record<string, string>>;
}

const RESULT = 39;

export function readResultCode(codes: ResultCodes, { fields }: IsoMessage): ResultKind {
  const code = String(fields.get(RESULT) ?? "");
  if (codes.approved.includes(code)) return { kind: "approved" };
  if (code === codes.partlyApproved) return { kind: "partly_approved" };
  if (code === codes.duplicate) return { kind: "duplicate" };
  if (code === "" || code === codes.unknown) return { kind: "unknown" };
  return { kind: "declined", message: codes.declines[code] ?? `DECLINED ${code}` };
}

export function readAcknowledgment(
  codes: ResultCodes,
  { fields }: IsoMessage,
): Acknowledgment | undefined {
  const code = String(fields.get(RESULT) ?? "");
  if (codes.approved.includes(code) || code === codes.duplicate) return "reversed";
  return codes.nothingToReverse.includes(code) ? "nothing_to_reverse" : undefined;
}
