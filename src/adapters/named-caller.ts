/** Tells the card host's metrics through which interface an order came. */
import type { Processor } from "../ports/processor.ts";

/** Returns the same needs, with a processor that adds the name of the interface to each order. */
export function nameCaller<Needs extends { readonly processor: Processor }>(
  needs: Needs,
  interfaceName: string,
): Needs {
  const { processor } = needs;
  const named: Processor = {
    submit: (order, onLate) => processor.submit({ ...order, interfaceName }, onLate),
    resolvesByReversal: async (order) => (await processor.resolvesByReversal?.(order)) ?? false,
    resolve: (order, isRepeat) => processor.resolve(order, isRepeat),
    reverse: (order, isRepeat) => processor.reverse(order, isRepeat),
    listCharges: (range, after) => processor.listCharges(range, after),
  };
  return { ...needs, processor: named };
}
