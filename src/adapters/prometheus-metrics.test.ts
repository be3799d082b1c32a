/** Tests of prometheus-metrics.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PrometheusMetrics } from "./prometheus-metrics.ts";

test("requests are counted by route and status", async () => {
  const metrics = new PrometheusMetrics();
  const seen = { method: "POST", route: "/api/qsapi/3.8", status: 200, seconds: 0.004 };
  metrics.countRequest(seen);
  metrics.countRequest({ ...seen, seconds: 0.2 });
  metrics.countRequest({ ...seen, seconds: 60 });
  metrics.countRequest({ ...seen, method: "GET" });
  const text = await metrics.text();
  const labels = 'method="POST",route="/api/qsapi/3.8",status="200"';
  assert.ok(text.includes(`sixdoors_request_seconds_count{${labels}} 3`));
  assert.ok(text.includes(`sixdoors_request_seconds_sum{${labels}} 60.204`));
  assert.ok(text.includes(`sixdoors_request_seconds_bucket{le="0.005",${labels}} 1`));
  assert.ok(text.includes(`sixdoors_request_seconds_bucket{le="30",${labels}} 2`));
  assert.ok(text.includes(`sixdoors_request_seconds_bucket{le="+Inf",${labels}} 3`));
});

test("answers are counted by interface and outcome", async () => {
  const metrics = new PrometheusMetrics();
  const answer = { interfaceName: "payments", seconds: 0.01 } as const;
  for (const outcome of ["approved", "declined", "approved"] as const) {
    metrics.countAnswer({ ...answer, outcome });
  }
  const text = await metrics.text();
  const counted = (outcome: string) =>
    `sixdoors_answer_seconds_count{interface="payments",outcome="${outcome}"}`;
  assert.ok(text.includes(`${counted("approved")} 2`));
  assert.ok(text.includes(`${counted("declined")} 1`));
});

test("errors are shown as zero before the first one, so that Prometheus sees them grow", async () => {
  const metrics = new PrometheusMetrics();
  metrics.countAnswer({ interfaceName: "payments", outcome: "approved", seconds: 0.01 });
  const call = { host: "switch", interfaceName: "pos", asked: "order", seconds: 0.01 } as const;
  metrics.countCardHostCall({ ...call, outcome: "approved" });
  const text = await metrics.text();
  const failed = 'interface="payments",outcome="failed"';
  assert.ok(text.includes(`sixdoors_answer_seconds_count{${failed}} 0`));
  for (const outcome of ["unknown", "not_sent"]) {
    const labels = `host="switch",interface="pos",asked="order",outcome="${outcome}"`;
    assert.ok(text.includes(`sixdoors_card_host_calls_total{${labels}} 0`), outcome);
  }
  assert.match(text, /sixdoors_verification_seconds_count\{outcome="unavailable"\} 0/);
});

test("a gauge that cannot be read does not hide the others", async () => {
  const metrics = new PrometheusMetrics();
  metrics.addGauge("sixdoors_outbox_depth", () => Promise.reject(new Error("database away")));
  metrics.addGauge("sixdoors_pool_waiting", () => 3);
  metrics.countJobRun("purge", "done", 0.5);
  const text = await metrics.text();
  assert.ok(
    text.includes("sixdoors_outbox_depth Nan") || text.includes("sixdoors_outbox_depth NaN"),
  );
  assert.ok(text.includes("sixdoors_pool_waiting 3"));
  assert.ok(text.includes('sixdoors_job_runs_total{name="purge",outcome="done"} 1'));
});

test("several registries share the metrics of the process, whose observers never end", async () => {
  const [one, other] = [new PrometheusMetrics(), new PrometheusMetrics()];
  const name = "sixdoors_nodejs_gc_duration_seconds";
  assert.ok(one.registry.getSingleMetric(name));
  assert.equal(one.registry.getSingleMetric(name), other.registry.getSingleMetric(name));
  assert.match(await other.text(), /^sixdoors_process_resident_memory_bytes \d/m);
});
