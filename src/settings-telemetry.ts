/** Settings of traces and metrics by OTLP, under the names that OpenTelemetry has for them. */
import {
  headerList,
  nameValueList,
  oneOf,
  optional,
  ratio,
  type Setting,
  serviceUrl,
  text,
  wholeNumber,
} from "./setting.ts";

const SAMPLERS = [
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
  "always_on",
  "always_off",
  "traceidratio",
] as const;

export const TELEMETRY_SETTINGS = {
  otelExporterOtlpEndpoint: {
    variable: "OTEL_EXPORTER_OTLP_ENDPOINT",
    fallback: "",
    read: optional(serviceUrl),
    about:
      "The OpenTelemetry collector that gets traces and metrics, such as `http://127.0.0.1:4318`; see [observability.md](observability.md). Not set: nothing is sent.",
  },
  otelExporterOtlpHeaders: {
    variable: "OTEL_EXPORTER_OTLP_HEADERS",
    fallback: "",
    read: optional(headerList),
    about: "Headers for the collector, such as `api-key=…`, separated by commas.",
  },
  otelExporterOtlpProtocol: {
    variable: "OTEL_EXPORTER_OTLP_PROTOCOL",
    fallback: "http/protobuf",
    read: oneOf(["http/protobuf", "http/json"]),
    about: "`http/protobuf` or `http/json`.",
  },
  otelExporterOtlpTimeout: {
    variable: "OTEL_EXPORTER_OTLP_TIMEOUT",
    fallback: "10000",
    read: wholeNumber(100, 60_000),
    about: "How long the collector may take to answer, in milliseconds.",
  },
  otelTracesExporter: {
    variable: "OTEL_TRACES_EXPORTER",
    fallback: "otlp",
    read: oneOf(["otlp", "none"]),
    about: "`none` sends no traces.",
  },
  otelMetricsExporter: {
    variable: "OTEL_METRICS_EXPORTER",
    fallback: "otlp",
    read: oneOf(["otlp", "none"]),
    about: "`none` sends no metrics. `/metrics` has them in any case.",
  },
  otelMetricExportInterval: {
    variable: "OTEL_METRIC_EXPORT_INTERVAL",
    fallback: "60000",
    read: wholeNumber(1_000, 3_600_000),
    about: "How often metrics are sent, in milliseconds.",
  },
  otelTracesSampler: {
    variable: "OTEL_TRACES_SAMPLER",
    fallback: "parentbased_always_on",
    read: oneOf(SAMPLERS),
    about:
      "Which traces are recorded: `always_on`, `always_off`, or `traceidratio` for a share of them. With `parentbased_`, the caller's `traceparent` decides if there is one.",
  },
  otelTracesSamplerArg: {
    variable: "OTEL_TRACES_SAMPLER_ARG",
    fallback: "1",
    read: ratio,
    about: "The share for `traceidratio`, from 0 to 1.",
  },
  otelServiceName: {
    variable: "OTEL_SERVICE_NAME",
    fallback: "sixdoors",
    read: text,
    about: "The name of this service in traces and metrics.",
  },
  otelResourceAttributes: {
    variable: "OTEL_RESOURCE_ATTRIBUTES",
    fallback: "",
    read: nameValueList,
    about:
      "More attributes of all traces and metrics, such as `deployment.environment.name=production`, separated by commas.",
  },
} as const satisfies Record<string, Setting<unknown>>;
