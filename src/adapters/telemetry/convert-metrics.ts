/** Converts the samples of Prometheus' registry to OTLP, so that both ways tell the same numbers. */
import type { HrTime } from "@opentelemetry/api";
import type { DataPoint, HistogramMetricData, MetricData } from "@opentelemetry/sdk-metrics";
import type { MetricObjectWithValues, MetricValue, MetricValueWithName } from "prom-client";

type Sampled = MetricObjectWithValues<MetricValue<string>>;
type HistogramValue = HistogramMetricData["dataPoints"][number]["value"];

export interface SampleTime {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

/** OpenTelemetry's numbers. Its enumerations would load its whole SDK for metrics. */
const [HISTOGRAM, GAUGE, SUM] = [0, 2, 3];
const CUMULATIVE = 1;
const DOUBLE = 1;

/** A value that could not be read is left out, and so is a kind that OTLP does not have. */
export function convertMetrics(samples: readonly Sampled[], time: SampleTime): MetricData[] {
  return samples
    .map((sampled) => convertMetric(sampled, time))
    .filter((metric) => metric !== undefined && metric.dataPoints.length > 0) as MetricData[];
}

function convertMetric(sampled: Sampled, time: SampleTime): MetricData | undefined {
  const { name, help: description } = sampled;
  const unit = /_seconds(?:_total)?$/.test(name) ? "s" : "";
  const descriptor = { name, description, unit, valueType: DOUBLE };
  const base = { descriptor, aggregationTemporality: CUMULATIVE };
  // At runtime a type is its name; the types of prom-client have numbers.
  switch (String(sampled.type)) {
    case "counter":
      return {
        ...base,
        ...{ dataPointType: SUM, isMonotonic: true },
        dataPoints: numbers(sampled, time),
      } as MetricData;
    case "gauge":
      return { ...base, dataPointType: GAUGE, dataPoints: numbers(sampled, time) } as MetricData;
    case "histogram":
      return {
        ...base,
        dataPointType: HISTOGRAM,
        dataPoints: histograms(sampled, time),
      } as MetricData;
    default:
      return undefined;
  }
}

function numbers({ values }: Sampled, time: SampleTime): DataPoint<number>[] {
  return values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ ...time, attributes: toAttributes(labels), value }));
}

/** One point for each set of labels. Prometheus' buckets include the smaller ones, those of OTLP do not. */
function histograms({ name, values }: Sampled, time: SampleTime): DataPoint<HistogramValue>[] {
  const series = Map.groupBy(values as MetricValueWithName<string>[], ({ labels }) =>
    JSON.stringify(Object.entries(toAttributes(labels)).toSorted()),
  );
  return Array.from(series.values(), (samples) => {
    const readPart = (part: string) =>
      samples.find(({ metricName }) => metricName === `${name}_${part}`)?.value ?? 0;
    const buckets = samples.filter(({ metricName }) => metricName === `${name}_bucket`);
    const sums = buckets.map(({ value }) => value);
    const boundaries = buckets.map(({ labels }) => Number(labels["le"])).filter(Number.isFinite);
    const counts = sums.map((sum, at) => sum - (sums[at - 1] ?? 0));
    const value = {
      buckets: { boundaries, counts },
      sum: readPart("sum"),
      count: readPart("count"),
    };
    return { ...time, attributes: toAttributes(samples[0]?.labels ?? {}), value };
  });
}

function toAttributes({ le: _le, ...labels }: Partial<Record<string, string | number>>) {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]));
}
