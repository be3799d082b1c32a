/**
 * A histogram of request durations by method, route and status, for prom-client's registry.
 * prom-client's own histogram builds its labels again for every observation, which is too slow for
 * thousands of requests per second.
 */
import type { Metric } from "prom-client";
import type { CountedRequest } from "../ports/metrics.ts";

const NAME = "sixdoors_request_seconds";
const HELP = "Requests by route and status, and how long they took.";
/** Upper bounds, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Tally {
  readonly labels: { readonly method: string; readonly route: string; readonly status: string };
  /** Counts by the first bound that a request did not exceed. The last one is for all others. */
  readonly counts: number[];
  sum: number;
}

export class RequestTimes {
  readonly name = NAME;
  readonly type = "histogram";
  /** By route, method and status. */
  readonly #tallies = new Map<string, Map<string, Map<number, Tally>>>();

  addRequest(seen: CountedRequest): void {
    const { method, route, status, seconds } = seen;
    const tally = this.#tallies.get(route)?.get(method)?.get(status) ?? this.#begin(seen);
    let bound = 0;
    while (seconds > (BOUNDS[bound] ?? Infinity)) bound++;
    tally.counts[bound] = (tally.counts[bound] ?? 0) + 1;
    tally.sum += seconds;
  }

  /** The values of several processes are added up. */
  async get() {
    const values = this.#all().flatMap(valuesOf);
    return { name: NAME, help: HELP, type: this.type, aggregator: "sum", values };
  }

  reset(): void {
    this.#tallies.clear();
  }

  /** The types of the registry only have prom-client's own classes. It calls the methods above. */
  asMetric(): Metric {
    return this as unknown as Metric;
  }

  #begin({ method, route, status }: CountedRequest): Tally {
    const labels = { method, route, status: String(status) };
    const tally = { labels, counts: [...BOUNDS.map(() => 0), 0], sum: 0 };
    const ofRoute = this.#tallies.getOrInsertComputed(route, () => new Map());
    ofRoute.getOrInsertComputed(method, () => new Map()).set(status, tally);
    return tally;
  }

  #all(): readonly Tally[] {
    return [...this.#tallies.values()].flatMap((ofRoute) =>
      [...ofRoute.values()].flatMap((ofMethod) => [...ofMethod.values()]),
    );
  }
}

/** A bucket includes the counts of all smaller buckets. */
function valuesOf({ labels, counts, sum }: Tally) {
  let count = 0;
  const buckets = counts.map((more, bound) => {
    count += more;
    const le = String(BOUNDS[bound] ?? "+Inf");
    return { metricName: `${NAME}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: count },
  ];
}
