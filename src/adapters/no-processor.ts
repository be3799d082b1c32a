/**
 * Where no card host is connected nothing can be sent, and that is the truth about every new order.
 * Of earlier ones nothing is known here: they may have gone to a host that the settings named then,
 * or that those of another process name.
 */
import type { Processor } from "../ports/processor.ts";

export const noProcessor: Processor = {
  submit: async () => ({ kind: "not_sent" }),
  resolve: async () => ({ kind: "still_unknown" }),
  reverse: async () => "unknown",
};
