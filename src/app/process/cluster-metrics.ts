/** Metrics of several processes as one text. The primary process collects them for any process. */
import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry, type Registry } from "prom-client";
import { PrometheusMetrics } from "../../adapters/prometheus-metrics.ts";

export interface OpenedMetrics {
  readonly metrics: PrometheusMetrics;
  text(): Promise<string>;
}

const QUESTION = "sixdoors:metrics?";
const ANSWER = "sixdoors:metrics";
const SAMPLES_QUESTION = "sixdoors:samples?";
const SAMPLES = "sixdoors:samples";
const ANSWER_WITHIN_MS = 6_000;
/** Shorter, so that a process that hangs does not hide the others. */
const SAMPLES_WITHIN_MS = 4_000;
/** Metrics of a process as such. Those of the primary, which answers no requests, are left out. */
const OF_A_PROCESS = /_(?:process|nodejs)_/;

interface Message {
  readonly kind?: string;
  readonly id?: number;
  readonly text?: string;
  readonly samples?: Samples;
}

/** The metrics of one process, as prom-client writes them. */
type Samples = object[];

/** The text has the metrics of this process, or in a web process of several, those of all. */
export function openMetrics(): OpenedMetrics {
  const metrics = new PrometheusMetrics();
  if (cluster.isPrimary) return { metrics, text: () => metrics.text() };
  process.on("message", async ({ kind, id }: Message) => {
    if (kind !== SAMPLES_QUESTION) return;
    const samples = await metrics.registry.getMetricsAsJSON();
    process.send?.({ kind: SAMPLES, id, samples }, () => {});
  });
  return { metrics, text: askFirstProcess };
}

/** For the primary process: collects the metrics of all processes when a web process asks. */
export function gatherMetrics({ registry }: PrometheusMetrics): void {
  cluster.on("message", async (worker: Worker, { kind, id }: Message) => {
    if (kind !== QUESTION) return;
    const text = await gatherText(registry).catch(() => "");
    worker.send({ kind: ANSWER, id, text }, () => {});
  });
}

/** Jobs run in the primary process: their payments and calls of card hosts are counted there. */
async function gatherText(registry: Registry): Promise<string> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
  const readings = workers.map((worker) => readSamples(worker as Worker));
  const own = (await registry.getMetricsAsJSON()).filter(({ name }) => !OF_A_PROCESS.test(name));
  return AggregatorRegistry.aggregate([...(await Promise.all(readings)), own]).metrics();
}

/** A process that does not answer in time is left out. */
function readSamples(worker: Worker): Promise<Samples> {
  const id = ++asked;
  const { promise, resolve } = Promise.withResolvers<Samples>();
  const hear = (message: Message) => {
    if (message.kind === SAMPLES && message.id === id) resolve(message.samples ?? []);
  };
  worker.on("message", hear);
  const timer = setTimeout(() => resolve([]), SAMPLES_WITHIN_MS);
  worker.send({ kind: SAMPLES_QUESTION, id }, (error) => error && resolve([]));
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off("message", hear);
  });
}

let asked = 0;

function askFirstProcess(): Promise<string> {
  const id = ++asked;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const hear = (message: Message) => {
    if (message.kind === ANSWER && message.id === id) resolve(message.text ?? "");
  };
  process.on("message", hear);
  const timer = setTimeout(
    () => reject(new Error("the primary process sent no metrics in time")),
    ANSWER_WITHIN_MS,
  );
  process.send?.({ kind: QUESTION, id });
  return promise.finally(() => {
    clearTimeout(timer);
    process.off("message", hear);
  });
}
