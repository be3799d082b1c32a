/** Metrics by OTLP are those of /metrics. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openOtlpReceiver, type ReceivedMetric, readAttribute } from "../kit/otlp-receiver.ts";
import { openTestTelemetry } from "../kit/traced-app.ts";

test("metrics by OTLP have the names, labels and values of the registry", async (t) => {
  const collector = await openOtlpReceiver(t);
  const telemetry = await openTestTelemetry(t, collector.url, { otelTracesExporter: "none" });
  const { metrics } = telemetry.opened;
  const call = {
    host: "switch",
    interfaceName: "pos",
    asked: "order",
    outcome: "approved",
  } as const;
  for (const seconds of [0.02, 0.2, 99]) metrics.countCardHostCall({ ...call, seconds });
  for (const seconds of [0.002, 0.002]) {
    metrics.countAnswer({ interfaceName: "payments", outcome: "approved", seconds });
  }
  metrics.addGauge("sixdoors_pool_waiting", () => 3);
  metrics.addGauge("sixdoors_outbox_depth", () => Promise.reject(new Error("away")));
  metrics.addLabeledGauge("sixdoors_ach_files", () => new Map([["fixed", 2]]));
  await telemetry.flush();

  const received = new Map(collector.metrics().map((one) => [one.name, one]));
  const find = (name: string) => received.get(name) as ReceivedMetric;
  const calls = find("sixdoors_card_host_calls_total").sum;
  assert.equal(calls?.isMonotonic, true);
  const approved = calls?.dataPoints.find((one) => readAttribute(one, "outcome") === "approved");
  assert.equal(approved?.asDouble, 3);
  assert.equal(readAttribute(approved ?? { attributes: [] }, "host"), "switch");

  const [host] = find("sixdoors_card_host_seconds").histogram?.dataPoints ?? [];
  assert.deepEqual([host?.count, Math.round(host?.sum ?? 0)], [3, 99]);
  assert.deepEqual(host?.explicitBounds, [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]);
  assert.deepEqual(host?.bucketCounts?.map(Number), [0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
  const answers = find("sixdoors_answer_seconds").histogram?.dataPoints ?? [];
  const counts = answers.map((one) => [readAttribute(one, "outcome"), one.count]);
  assert.deepEqual(counts, [
    ["failed", 0],
    ["approved", 2],
  ]);

  assert.equal(find("sixdoors_pool_waiting").gauge?.dataPoints[0]?.asDouble, 3);
  const [files] = find("sixdoors_ach_files").gauge?.dataPoints ?? [];
  assert.deepEqual(
    [readAttribute(files ?? { attributes: [] }, "state"), files?.asDouble],
    ["fixed", 2],
  );
  // It could not be read.
  assert.equal(find("sixdoors_outbox_depth"), undefined);

  const text = await metrics.text();
  const parts = text
    .split(/^# HELP /m)
    .filter((part) => /^\S+\{?.* -?[\d.]+(?:e[-+]\d+)?$/m.test(part));
  const named = parts.map((part) => part.split(" ", 1)[0] ?? "");
  assert.ok(named.length > 15, String(named));
  const missing = named.filter((name) => !received.has(name) && !name.includes("_nodejs_"));
  assert.deepEqual(missing, []);
  assert.equal(collector.spans().length, 0);
});
