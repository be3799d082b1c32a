/** Sends each order to the card host that its account names, or to the default one. */
import { noProcessor } from "../../../adapters/no-processor.ts";
import type { Database } from "../../../db/database.ts";
import type { PlacedOrder, Processor } from "../../../ports/processor.ts";
import type { NamedHosts } from "./named-hosts.ts";

export interface RouterNeeds {
  readonly byDefault: Processor;
  readonly named: NamedHosts;
  readonly db: Database;
}

/** A host that is missing takes no new orders, and earlier ones stay unknown until it is back. */
export function routeToHosts({ byDefault, named, db }: RouterNeeds): Processor {
  const choose = async ({ host }: PlacedOrder): Promise<Processor> => {
    if (host === undefined) return byDefault;
    return (await named.findProcessor(host, db).catch(() => undefined)) ?? noProcessor;
  };
  return {
    // Most orders go to the default host, and it is not worth waiting for the choice.
    submit: async (order, onLate) =>
      order.host === undefined
        ? byDefault.submit(order, onLate)
        : (await choose(order)).submit(order, onLate),
    resolvesByReversal: async (order) =>
      (await (await choose(order)).resolvesByReversal?.(order)) ?? false,
    resolve: async (order, isRepeat) => (await choose(order)).resolve(order, isRepeat),
    reverse: async (order, isRepeat) => (await choose(order)).reverse(order, isRepeat),
    listCharges: (range, after) => byDefault.listCharges(range, after),
  };
}
