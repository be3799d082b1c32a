/** An app whose traces and metrics go to a collector of the test. */
import { openMetrics } from "../../src/app/process/cluster-metrics.ts";
import { type OpenedTelemetry, startTelemetry } from "../../src/app/process/telemetry.ts";
import type { Config } from "../../src/config.ts";
import type { Lifetime } from "./shared.ts";
import { testConfig } from "./test-config.ts";

export interface TestTelemetry extends OpenedTelemetry {
  readonly opened: ReturnType<typeof openMetrics>;
  readonly lines: readonly unknown[];
}

/** Open it before the app. It ends with the test, so that other tests are not traced. */
export async function openTestTelemetry(
  t: Lifetime,
  endpoint: string,
  settings: Partial<Config> = {},
): Promise<TestTelemetry> {
  const opened = openMetrics();
  const lines: unknown[] = [];
  const note = (...line: readonly unknown[]) => void lines.push(line);
  const config: Config = {
    ...testConfig(),
    otelExporterOtlpEndpoint: endpoint,
    otelExporterOtlpProtocol: "http/json",
    ...settings,
  };
  const log = { info: note, warn: note } as never;
  const telemetry = await startTelemetry(config, { opened, log });
  t.after(() => telemetry.close());
  return { ...telemetry, opened, lines };
}
