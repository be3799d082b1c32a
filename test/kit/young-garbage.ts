/** What a full collection finds that the young ones before it had to leave: garbage that grew old. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (options?: { readonly type: "minor" }) => void;

const ROUNDS = 1_500;
const COLLECT_EVERY = 250;
const MB = 1024 * 1024;

/** In MB, of the load that every round is given to carry: some twelve in all. */
export function grownOld(round: (load: object, place: number) => void): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as Collect;
  /** Whatever lives through two of them is old. */
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
