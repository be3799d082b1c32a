/**
 * Sends requests from its own process, so that it does not slow down the bench or the servers. A
 * child process of the bench.
 */
import autocannon from "autocannon";
import { quantile } from "../statistics.ts";
import { firePaced } from "./paced.ts";
import type { LoadPlan, LoadReport } from "./plan.ts";

const LOOK_EVERY_MS = 20;
const TIMEOUT_SECONDS = 10;
const FAILURES_MAX = 200;
const EXAMPLE_MAX = 200;

process.once("disconnect", () => process.exit());
process.on("message", (plan: LoadPlan) => {
  const { rate } = plan;
  const fired = rate === undefined ? fire(plan) : fireEvenly(plan, rate);
  fired.then((report) => process.send?.(report));
});

async function fireEvenly(plan: LoadPlan, rate: number): Promise<LoadReport> {
  const answered = await firePaced(plan, rate, TIMEOUT_SECONDS * 1_000);
  const problems = answered.flatMap(({ error: problem }) => problem ?? []);
  return {
    ...summarizeTimes(answered.map(({ tookMs }) => tookMs)),
    perSecond: answered.length / plan.seconds,
    failures: problems.length,
    example: problems[0]?.slice(0, EXAMPLE_MAX),
  };
}

/** Sends the next request when one is answered. */
async function fire(plan: LoadPlan): Promise<LoadReport> {
  const times: number[] = [];
  let example: string | undefined;
  let next = 0;
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const options: autocannon.Options = {
    url: plan.url,
    method: "POST",
    connections: plan.connections,
    pipelining: 1,
    duration: plan.seconds,
    sampleInt: LOOK_EVERY_MS,
    timeout: TIMEOUT_SECONDS,
    bailout: FAILURES_MAX,
    setupClient: (client) => client.setRequests(makeRequests(plan, next++)),
    verifyBody: (body) => {
      const text = String(body);
      const isGood = text.includes(plan.expected);
      if (!isGood) example ??= text.slice(0, EXAMPLE_MAX);
      return isGood;
    },
  };
  const instance = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)));
  const started = performance.now();
  // Autocannon counts whole milliseconds and whole samples, which is too coarse here.
  instance.on("response", (_client, _status, _bytes, tookMs) => times.push(tookMs));
  const result = await promise;
  const lastedMs = performance.now() - started;
  return {
    ...summarizeTimes(times),
    perSecond: (times.length / lastedMs) * 1000,
    failures: result.errors + result.non2xx + result.mismatches,
    example,
  };
}

function summarizeTimes(times: readonly number[]) {
  const sorted = times.toSorted((one, other) => one - other);
  return { answers: sorted.length, p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99) };
}

/** No two connections send the same request at the same time, so one answer cannot serve both. */
function makeRequests(plan: LoadPlan, connection: number): autocannon.Request[] {
  const share = plan.bodies.filter((_, place) => place % plan.connections === connection);
  const bodies = share.length === 0 ? plan.bodies : share;
  const headers = { "content-type": plan.contentType, ...plan.headers };
  return bodies.map((body) => ({ method: "POST", headers, body }));
}
