/** An OpenTelemetry collector on this machine: it decodes the traces and metrics that arrive as JSON. */
import { openReceiver, type Receiver, type Reply } from "./receiver.ts";
import type { Lifetime } from "./shared.ts";
import { until } from "./until.ts";

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: readonly Attribute[];
}

export interface ReceivedMetric {
  readonly name: string;
  readonly sum?: { readonly isMonotonic: boolean; readonly dataPoints: readonly ReceivedPoint[] };
  readonly gauge?: { readonly dataPoints: readonly ReceivedPoint[] };
  readonly histogram?: { readonly dataPoints: readonly ReceivedPoint[] };
}

export interface ReceivedPoint {
  readonly attributes: readonly Attribute[];
  readonly asDouble?: number;
  readonly count?: number;
  readonly sum?: number;
  readonly bucketCounts?: readonly number[];
  readonly explicitBounds?: readonly number[];
}

export interface OtlpReceiver extends Receiver {
  spans(): readonly ReceivedSpan[];
  /** Waits until a span of this name has arrived. */
  span(name: string): Promise<ReceivedSpan>;
  metrics(): readonly ReceivedMetric[];
  /** Everything that arrived, as text. */
  text(): string;
}

type Sent = Readonly<Record<string, readonly Readonly<Record<string, readonly unknown[]>>[]>>;

export async function openOtlpReceiver(t: Lifetime, reply?: Reply): Promise<OtlpReceiver> {
  const receiver = await openReceiver(t, reply);
  const list = <One>(path: string, names: readonly string[]): readonly One[] => {
    const bodies = receiver.arrivals.filter((one) => one.path.endsWith(path));
    const [resources = "", scopes = "", records = ""] = names;
    return bodies
      .flatMap(({ body }) => (JSON.parse(body) as Sent)[resources] ?? [])
      .flatMap((one) => (one[scopes] ?? []) as Sent[])
      .flatMap((one) => (one[records] ?? []) as One[]);
  };
  const spans = () => list<ReceivedSpan>("/v1/traces", ["resourceSpans", "scopeSpans", "spans"]);
  return {
    ...receiver,
    spans,
    span: async (name) => {
      const found = () => spans().find((one) => one.name === name);
      await until(() => found() !== undefined);
      return found() as ReceivedSpan;
    },
    metrics: () =>
      list<ReceivedMetric>("/v1/metrics", ["resourceMetrics", "scopeMetrics", "metrics"]),
    text: () => receiver.arrivals.map(({ body }) => body).join("\n"),
  };
}

export function readAttribute(
  { attributes }: { readonly attributes: readonly Attribute[] },
  key: string,
): string | number | undefined {
  const value = attributes.find((one) => one.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
}
