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
const ANSWER_WITHIN_MS = 6_000;

/** The text has the metrics of this process, or in a web process of several, those of all. */
export function openMetrics(): OpenedMetrics {
  const metrics = new PrometheusMetrics();
  if (cluster.isPrimary) return { metrics, text: () => metrics.text() };
  AggregatorRegistry.setRegistries([metrics.registry]);
  new AggregatorRegistry();
  return { metrics, text: askFirstProcess };
}

/** For the primary process: collects the metrics of all processes when a web process asks. */
export function gatherMetrics({ registry }: PrometheusMetrics): void {
  const workers = new AggregatorRegistry();
  cluster.on("message", async (worker: Worker, message: { kind?: string; id?: number }) => {
    if (message.kind !== QUESTION) return;
    const texts = await Promise.all([workers.clusterMetrics(), ownText(registry)]).catch(() => []);
    worker.send({ kind: ANSWER, id: message.id, text: texts.join("\n") }, () => {});
  });
}

/**
 * Only the job metrics of the primary. Metrics that every process has come from the web processes.
 */
async function ownText(registry: Registry): Promise<string> {
  const own = (await registry.getMetricsAsJSON()).filter(({ name }) => name.includes("_job"));
  const names = own.map(({ name }) => registry.getSingleMetricAsString(name));
  return (await Promise.all(names)).join("\n");
}

let asked = 0;

function askFirstProcess(): Promise<string> {
  const id = ++asked;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const hear = (message: { kind?: string; id?: number; text?: string }) => {
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
