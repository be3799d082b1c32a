/** Opens traces and metrics by OTLP. This file and all it imports are loaded only if that is on. */
import { hostname } from "node:os";
import type { HrTime } from "@opentelemetry/api";
import {
  JsonMetricsSerializer,
  JsonTraceSerializer,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
} from "@opentelemetry/otlp-transformer";
import { type Resource, resourceFromAttributes } from "@opentelemetry/resources";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import type { Registry } from "prom-client";
import { convertMetrics } from "./convert-metrics.ts";
import { OpenTelemetryTracer } from "./otel-tracer.ts";
import { OtlpSender, type OtlpSenderNeeds } from "./otlp-sender.ts";
import { openSampler, type SamplerSettings } from "./sampler.ts";
import { SpanQueue } from "./span-queue.ts";

export interface TelemetryNeeds extends OtlpSenderNeeds, SamplerSettings {
  readonly serviceName: string;
  readonly version: string;
  /** More attributes of the resource. They replace ours. */
  readonly resourceAttributes: Readonly<Record<string, string>>;
  readonly sendsTraces: boolean;
  readonly sendsMetrics: boolean;
  readonly registry: Registry;
  readonly metricsEveryMs: number;
}

export interface Telemetry {
  /** Undefined: traces are off. */
  readonly tracer: OpenTelemetryTracer | undefined;
  readonly spans: SpanQueue;
  /** Sends everything that waits, and the metrics. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Long attributes are cut. None of ours is that long. */
const LIMITS = { attributeValueLengthLimit: 200, attributeCountLimit: 32, eventCountLimit: 1 };
/** How long the end of the process waits for the collector. */
const CLOSE_MS = 2_000;
const SCOPE = "sixdoors";

export function openTelemetry(needs: TelemetryNeeds): Telemetry {
  const sender = new OtlpSender(needs);
  const resource = describeProcess(needs);
  const traces = needs.isJson ? JsonTraceSerializer : ProtobufTraceSerializer;
  const spans = new SpanQueue({
    send: (batch) => sender.send("v1/traces", traces.serializeRequest(batch)),
  });
  const sampler = openSampler(needs);
  const provider = new TracerProvider({
    ...{ resource, sampler, spanLimits: LIMITS, spanProcessors: [spans] },
  });
  const tracer = provider.getTracer(SCOPE, needs.version);
  const sendMetrics = needs.sendsMetrics ? metricsSender(needs, sender, resource) : async () => {};
  const timer = setInterval(() => void sendMetrics(), needs.metricsEveryMs).unref();
  const flush = async () => {
    await Promise.all([spans.forceFlush(), sendMetrics()]);
  };
  return {
    tracer: needs.sendsTraces ? new OpenTelemetryTracer(tracer) : undefined,
    spans,
    flush,
    close: async () => {
      clearInterval(timer);
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref());
      await Promise.race([Promise.all([spans.shutdown(), sendMetrics()]), late]);
      await sender.close();
    },
  };
}

function describeProcess(needs: TelemetryNeeds): Resource {
  return resourceFromAttributes({
    "service.name": needs.serviceName,
    "service.version": needs.version,
    "service.instance.id": `${hostname()}:${process.pid}`,
    ...needs.resourceAttributes,
  });
}

/** One at a time: a collector that hangs does not get a second request. */
function metricsSender(
  { registry, isJson }: TelemetryNeeds,
  sender: OtlpSender,
  resource: Resource,
) {
  const serializer = isJson ? JsonMetricsSerializer : ProtobufMetricsSerializer;
  const startTime = toHrTime(performance.timeOrigin);
  const sendOnce = async () => {
    const samples = await registry.getMetricsAsJSON();
    const endTime = toHrTime(performance.timeOrigin + performance.now());
    const metrics = convertMetrics(samples, { startTime, endTime });
    const scopeMetrics = [{ scope: { name: SCOPE }, metrics }];
    await sender.send("v1/metrics", serializer.serializeRequest({ resource, scopeMetrics }));
  };
  let running: Promise<void> | undefined;
  return () => {
    running ??= sendOnce().finally(() => {
      running = undefined;
    });
    return running;
  };
}

function toHrTime(ms: number): HrTime {
  return [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1_000_000)];
}
