/** Measures garbage that survived young collections and needs a full collection. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (options?: { readonly type: "minor" }) => void;

const ROUNDS = 1_500;
const COLLECT_EVERY = 250;
const MB = 1024 * 1024;

/** In MB, for the load that every round creates: about twelve in all. */
export function grownOld(round: (load: object, place: number) => void): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as Collect;
  /** An object that survives two young collections counts as old. */
  const age = () => {
    collect({ type: "minor" });
    collect({ type: "minor" });
  };
  collect();
  for (let place = 0; place < ROUNDS; place++) {
    round(new Array<number>(1_000).fill(place), place);
    if (place % COLLECT_EVERY === 0) age();
  }
  age();
  const before = process.memoryUsage().heapUsed;
  collect();
  return (before - process.memoryUsage().heapUsed) / MB;
}
