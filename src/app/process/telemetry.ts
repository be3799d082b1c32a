/** Opens traces and metrics by OTLP, if the settings name a collector. Otherwise nothing is loaded. */
import type { Config } from "../../config.ts";
import { readNameValues } from "../../values/telemetry/name-values.ts";
import { setTracer } from "../../values/telemetry/tracing.ts";
import type { Logger } from "../log/logger.ts";
import { VERSION } from "../version.ts";
import type { OpenedMetrics } from "./cluster-metrics.ts";

export interface OpenedTelemetry {
  /** Sends everything that waits. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface TelemetryParts {
  readonly opened: OpenedMetrics;
  readonly log: Pick<Logger, "info" | "warn">;
}

const OFF: OpenedTelemetry = { flush: async () => {}, close: async () => {} };

/** Call it before anything that is traced is opened. */
export async function startTelemetry(
  config: Config,
  { opened, log }: TelemetryParts,
): Promise<OpenedTelemetry> {
  const { otelExporterOtlpEndpoint: endpoint } = config;
  const [sendsTraces, sendsMetrics] = [config.otelTracesExporter, config.otelMetricsExporter].map(
    (exporter) => exporter === "otlp",
  );
  if (endpoint === undefined || (!sendsTraces && !sendsMetrics)) return OFF;
  const { openTelemetry } = await import("../../adapters/telemetry/open-telemetry.ts");
  const telemetry = openTelemetry({
    ...{ endpoint, sendsTraces: sendsTraces === true, sendsMetrics: sendsMetrics === true },
    headers: config.otelExporterOtlpHeaders,
    isJson: config.otelExporterOtlpProtocol === "http/json",
    timeoutMs: config.otelExporterOtlpTimeout,
    sampler: config.otelTracesSampler,
    ratio: config.otelTracesSamplerArg,
    serviceName: config.otelServiceName,
    version: VERSION,
    resourceAttributes: readNameValues(config.otelResourceAttributes) ?? {},
    registry: opened.metrics.registry,
    metricsEveryMs: config.otelMetricExportInterval,
    onChange: (why) =>
      why === undefined
        ? log.info("traces and metrics are sent again")
        : log.warn({ why }, "traces or metrics cannot be sent"),
  });
  setTracer(telemetry.tracer);
  opened.metrics.addGauge("sixdoors_spans_sent", () => telemetry.spans.sent);
  opened.metrics.addGauge("sixdoors_spans_dropped", () => telemetry.spans.dropped);
  const close = async () => {
    setTracer(undefined);
    await telemetry.close();
  };
  return { flush: () => telemetry.flush(), close };
}
