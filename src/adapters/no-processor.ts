/** Where no card host is connected nothing can be sent, and that is the truth about every order. */
import type { Processor } from "../ports/processor.ts";

export const noProcessor: Processor = {
  submit: async () => ({ kind: "not_sent" }),
  resolve: async () => ({ kind: "never_arrived" }),
  // What was never sent has nothing left to undo.
  reverse: async () => "reversed",
};
