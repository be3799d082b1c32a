/** Traces: their steps, their context from and to others, and what is never in them. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { HttpWebhookSender } from "../../src/adapters/webhook-sender/webhook-sender.ts";
import { Secret } from "../../src/values/secret.ts";
import { currentTracer } from "../../src/values/telemetry/tracing.ts";
import { ACCOUNT, CARD, openTestApp } from "../kit/app.ts";
import { canaries, digitCanary, keyCanary, withoutIds } from "../kit/canaries.ts";
import { openCardHost } from "../kit/card-host.ts";
import { type Form, NO_LIMITS, send } from "../kit/hooked-app.ts";
import { openOtlpReceiver, type ReceivedSpan, readAttribute } from "../kit/otlp-receiver.ts";
import { ROOT } from "../kit/pages.ts";
import { askEvents } from "../kit/past-events.ts";
import { logIn } from "../kit/pos.ts";
import { openReceiver, openSocket } from "../kit/receiver.ts";
import { openTestTelemetry } from "../kit/traced-app.ts";
import { until } from "../kit/until.ts";

const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "25.00" };
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";
const TRACEPARENT = `00-${TRACE}-${CALLER}-01`;

test("a payment continues its caller's trace, with a span for each step, to the card host", async (t) => {
  const collector = await openOtlpReceiver(t);
  const telemetry = await openTestTelemetry(t, collector.url);
  const cardHost = await openCardHost(t);
  const app = await openTestApp(t, { cardHostUrl: cardHost.url }, NO_LIMITS);
  const answer = await send(app, SALE, { traceparent: TRACEPARENT });
  assert.equal(answer.json().transaction_approved, true, answer.body);
  await telemetry.flush();

  const spans = collector.spans().filter(({ traceId }) => traceId === TRACE);
  const find = (name: string) => spans.find((one) => one.name === name) as ReceivedSpan;
  const request = spans.find(({ parentSpanId }) => parentSpanId === CALLER) as ReceivedSpan;
  assert.match(request.name, /^POST \/api\/qsapi\/3\.8\/?$/);
  assert.equal(readAttribute(request, "sixdoors.outcome"), "approved");
  assert.equal(readAttribute(request, "sixdoors.request_id"), answer.headers["x-request-id"]);
  for (const name of ["login", "read", "pay"]) {
    assert.equal(find(name)?.parentSpanId, request.spanId, name);
  }
  const order = find("card host order");
  assert.equal(order.parentSpanId, find("pay").spanId);
  assert.equal(readAttribute(order, "sixdoors.outcome"), "approved");
  assert.equal(cardHost.arrivals[0]?.headers["traceparent"], `00-${TRACE}-${order.spanId}-01`);
  const statements = spans.filter((one) => readAttribute(one, "db.system.name") !== undefined);
  assert.ok(statements.length >= 2, String(statements.length));
  for (const { name } of statements) assert.match(name, /^[a-z]+(?: [a-z_.]+)?$/);
});

const IDS_AND_TIMES = /"(?:traceId|spanId|parentSpanId|\w*TimeUnixNano)":"?[0-9a-f]+"?/g;

test("no trace contains a card number, a key, a query or a webhook's address", async (t) => {
  const collector = await openOtlpReceiver(t);
  const telemetry = await openTestTelemetry(t, collector.url);
  const app = await openTestApp(t, {}, NO_LIMITS);
  const needles = [keyCanary(), digitCanary(20), ACCOUNT.api_accesskey];
  const [key = "", query = ""] = needles;
  for (const { text, needle } of canaries(12)) {
    needles.push(needle);
    const card: Form = text === needle ? { card_number: text } : { card_tracks: text };
    const sale = { ...SALE, card_verification: "7391", cust_id: text };
    await send(app, { ...sale, ...card });
    await send(app, { ...SALE, ...card, api_accesskey: key });
    await app.server.inject({ url: `/api/rsapi/3.8?card_number=${text}&api_accesskey=${key}` });
    await app.server.inject({ url: `/pay/${encodeURIComponent(text)}?token=${query}` });
  }
  const hook = await openReceiver(t);
  const sender = new HttpWebhookSender({ environment: "certification", clock: app.clock });
  const sent = await sender.send({
    ...{ eventId: "evt_1", accountId: ACCOUNT.account_id, secrets: [new Secret("whsec_c2VjcmV0")] },
    url: `${hook.url}/${key}?token=${query}`,
    payload: "{}",
    event: "transaction.approved",
    at: app.clock.wall(),
  } as never);
  await sender.close();
  assert.equal(sent.kind, "delivered");
  await telemetry.flush();
  const webhook = await collector.span("webhook");
  assert.equal(readAttribute(webhook, "sixdoors.outcome"), "delivered");
  assert.match(String(hook.arrivals[0]?.headers["traceparent"]), new RegExp(webhook.traceId));
  const text = withoutIds(collector.text().replaceAll(IDS_AND_TIMES, ""));
  assert.ok(collector.spans().length > 50);
  for (const needle of [...needles, "whsec"]) {
    assert.ok(!text.includes(needle), `${needle} is in a trace`);
  }
  // As a number of its own, because sizes of memory contain any four digits.
  assert.ok(!/\b7391\b/.test(text), "the verification value is in a trace");
});

test("a caller that does not want its trace recorded gets none, and a failed login is one", async (t) => {
  const collector = await openOtlpReceiver(t);
  const telemetry = await openTestTelemetry(t, collector.url);
  const app = await openTestApp(t, {}, NO_LIMITS);
  await send(app, SALE, { traceparent: TRACEPARENT.replace(/01$/, "00") });
  await send(app, { ...SALE, api_accesskey: "0".repeat(32) }, { traceparent: "nonsense" });
  await app.server.inject("/health/ready");
  await telemetry.flush();
  const names = collector.spans().map(({ name }) => name);
  assert.deepEqual(
    names.filter((name) => name.includes("pay") || name.includes("health")),
    [],
  );
  const login = collector.spans().find(({ name }) => name === "login");
  assert.equal(readAttribute(login as ReceivedSpan, "error.type"), "RequestError");
});

test("the default format is protobuf, with the headers of the settings", async (t) => {
  const collector = await openReceiver(t);
  const telemetry = await openTestTelemetry(t, collector.url, {
    otelExporterOtlpProtocol: "http/protobuf",
    otelExporterOtlpHeaders: new Secret("x-api-key=abc%20def"),
    otelServiceName: "gateway-of-the-test",
  });
  currentTracer()?.runStep({ kind: "bank", name: "bank exchange" }, () => 1);
  await telemetry.flush();
  const traces = collector.arrivals.find((one) => one.path.endsWith("/v1/traces"));
  assert.equal(traces?.headers["content-type"], "application/x-protobuf");
  assert.equal(traces?.headers["x-api-key"], "abc def");
  // Texts are plain bytes in protobuf.
  assert.match(traces?.body ?? "", /gateway-of-the-test[\s\S]*bank exchange/);
});

test("a collector that never answers delays no payment, and its spans are counted as dropped", async (t) => {
  const collector = await openSocket(t);
  const telemetry = await openTestTelemetry(t, collector.url, { otelExporterOtlpTimeout: 60_000 });
  const app = await openTestApp(t, {}, NO_LIMITS);
  assert.equal((await send(app, SALE)).json().transaction_approved, true);
  // This ends with the process, because the collector takes the request and does not answer.
  const flushing = telemetry.flush();
  await until(() => collector.connections() > 0);
  assert.equal((await send(app, SALE)).json().transaction_approved, true);
  await telemetry.close();
  await flushing;
  const text = await telemetry.opened.metrics.text();
  assert.ok(Number(/^sixdoors_spans_dropped (\d+)$/m.exec(text)?.[1]) > 0);
  assert.match(JSON.stringify(telemetry.lines), /cannot be sent/);
});

test("every interface shows its login and the work of its core", async (t) => {
  const collector = await openOtlpReceiver(t);
  const telemetry = await openTestTelemetry(t, collector.url);
  const app = await openTestApp(t, {}, NO_LIMITS);
  await (await logIn(app, "owner")).get("/users/");
  await app.server.inject("/pay/no-such-form");
  await askEvents(app, { action: "LIST_EVENTS" });
  await telemetry.flush();
  const steps = collector.spans().map(({ name }) => name);
  for (const name of ["GET /users/", "GET /:form", "read", "LIST_EVENTS"]) {
    assert.ok(steps.includes(name), `${name} is missing: ${steps.join(", ")}`);
  }
  assert.equal(steps.filter((name) => name === "login").length, 2);
});

test("without a collector there is no tracer, and OpenTelemetry is loaded only with one", async () => {
  assert.equal(currentTracer(), undefined);
  const files = (await readdir(path.join(ROOT, "src"), { recursive: true })).filter((file) =>
    file.endsWith(".ts"),
  );
  const importers: string[] = [];
  for (const file of files) {
    const text = await readFile(path.join(ROOT, "src", file), "utf8");
    const isInside = file.startsWith(path.join("adapters", "telemetry"));
    if (!isInside && /from ".*(?:@opentelemetry|adapters\/telemetry)/.test(text))
      importers.push(file);
  }
  assert.deepEqual(importers, []);
});
