/** The labels of the errors that Nacha allows a reversal for. */
import type { ReversalLine } from "../../../src/interfaces/console/operations/contract.ts";

export const REVERSAL_REASONS: Readonly<Record<ReversalLine["reason"], string>> = {
  duplicate: "Duplicate",
  wrong_receiver: "Wrong receiver",
  wrong_amount: "Wrong amount",
  wrong_date: "Wrong date",
};
