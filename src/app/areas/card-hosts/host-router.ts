/** Sends each order to the card host that its account names, or to the default one. */

import { noProcessor } from "../../../adapters/no-processor.ts";
import type { Database } from "../../../db/database.ts";
import type { Processor } from "../../../ports/processor.ts";
import type { NamedHosts } from "./named-hosts.ts";

export interface RouterNeeds {
  readonly byDefault: Processor;
  readonly named: NamedHosts;
  readonly db: Database;
}

/** A host that is missing takes no new orders, and earlier ones stay unknown until it is back. */
export function routeToHosts({ byDefault, named, db }: RouterNeeds): Processor {
  const choose = async (name: string): Promise<Processor> =>
    (await named.findProcessor(name, db).catch(() => undefined)) ?? noProcessor;
  return {
    submit: async (order) =>
      order.host === undefined ? byDefault.submit(order) : (await choose(order.host)).submit(order),
    resolve: async (order, isRepeat) =>
      order.host === undefined
        ? byDefault.resolve(order, isRepeat)
        : (await choose(order.host)).resolve(order, isRepeat),
    reverse: async (order, isRepeat) =>
      order.host === undefined
        ? byDefault.reverse(order, isRepeat)
        : (await choose(order.host)).reverse(order, isRepeat),
    listCharges: (range, after) => byDefault.listCharges(range, after),
  };
}
