/**
 * Used if no card host is configured: new orders are not sent. The result of earlier orders is unknown,
 * because another process or earlier settings may have used a card host.
 */
import type { Processor } from "../ports/processor.ts";

export const noProcessor: Processor = {
  submit: async () => ({ kind: "not_sent" }),
  resolve: async () => ({ kind: "still_unknown" }),
  reverse: async () => "unknown",
  listCharges: async () => ({ kind: "cannot_list" }),
};
