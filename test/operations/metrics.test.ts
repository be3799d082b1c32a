/** Metrics for Prometheus. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, CARD, openTestApp, post } from "../kit/app.ts";

test("metrics cover requests, connections, queues, the outbox and the clock", async (t) => {
  const { server } = await openTestApp(t);
  await post(server, "/api/tsapi/3.8", { ...ACCOUNT, action: "GET_TRANSACTION_ID" });
  const reply = await server.inject("/metrics");
  assert.match(String(reply.headers["content-type"]), /^text\/plain; version=0\.0\.4/);
  const labels = 'method="POST",route="/api/tsapi/3.8/",status="200"';
  const counted = `sixdoors_request_seconds_count{${labels}} 1`;
  assert.ok(reply.body.includes(counted) || reply.body.includes(counted.replace("3.8/", "3.8")));
  for (const name of [
    "pool_waiting",
    "outbox_depth",
    "outbox_lag_seconds",
    "clock_ahead_seconds",
  ]) {
    assert.match(reply.body, new RegExp(`^sixdoors_${name} 0`, "m"));
  }
  assert.match(reply.body, /^sixdoors_pool_connections [1-9]/m);
});

test("answers are counted by the interface's own outcome, which HTTP does not show", async (t) => {
  const { server } = await openTestApp(t);
  const sale = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "25.00" };
  const pay = (form: Record<string, string>) => post(server, "/api/qsapi/3.8", form);
  assert.equal((await pay(sale)).statusCode, 200);
  assert.equal((await pay({ ...sale, transaction_amount: "many" })).statusCode, 200);
  assert.equal((await pay({ ...sale, api_accesskey: "wrong" })).statusCode, 200);
  const { body } = await server.inject("/metrics");
  const count = (outcome: string) => {
    const labels = `interface="payments",outcome="${outcome}"`;
    return new RegExp(`^sixdoors_answer_seconds_count\\{${labels}\\} (\\d+)`, "m").exec(body)?.[1];
  };
  assert.deepEqual(["approved", "refused", "failed"].map(count), ["1", "2", "0"]);
});

test("calls above a rate limit count as refused, not as failed", async (t) => {
  const { server } = await openTestApp(t, {}, { callerPerSecond: 1, callerBurst: 2 });
  const call = { ...ACCOUNT, action: "GET_TRANSACTION_ID", response_format: "JSON" };
  const calls = Array.from({ length: 20 }, () => post(server, "/api/tsapi/3.8", call));
  const codes = (await Promise.all(calls)).map((answer) => answer.json().error_code);
  assert.ok(codes.includes(50000), String(codes));
  const { body } = await server.inject("/metrics");
  const labels = 'interface="status",outcome="failed"';
  assert.ok(body.includes(`sixdoors_answer_seconds_count{${labels}} 0`));
});

test("metrics say how long payments are open, how late work is, and how old the master key is", async (t) => {
  const { server, database, clock } = await openTestApp(t);
  const read = async (name: string) => {
    const { body } = await server.inject("/metrics");
    return Number(new RegExp(`^sixdoors_${name} (\\S+)$`, "m").exec(body)?.[1]);
  };
  assert.equal(await read("open_attempts_oldest_seconds"), 0);
  assert.equal(await read("bank_files_stuck"), 0);
  const now = clock.wall();
  await database.owner.rows`
    insert into open_attempts (account_id, attempt_id, transaction_id, transaction_type, amount_cents,
      fingerprint, request, started_at, lease_until)
    select id, gen_random_uuid(), 1, 'SALE', 100, '', '{}', ${now}::timestamptz - interval '2 hours',
      ${now} from accounts limit 1`;
  await database.owner.rows`
    insert into business_work (name, due_at)
    values ('late', ${clock.business()}::timestamptz - interval '1 hour')`;
  await database.owner.rows`
    update master_keys set created_at = ${now}::timestamptz - interval '400 days'`;
  assert.equal(Math.round(await read("open_attempts_oldest_seconds")), 7_200);
  assert.ok((await read("due_work_late_seconds")) >= 3_600);
  assert.equal(Math.round(await read("master_key_age_days")), 400);
});

test("an address that is not allowed gets 404", async (t) => {
  const { server } = await openTestApp(t, { metricsFrom: ["192.0.2.0/24", "2001:db8::/32"] });
  const from = (remoteAddress: string) => server.inject({ url: "/metrics", remoteAddress });
  assert.equal((await from("127.0.0.1")).statusCode, 404);
  assert.equal((await from("192.0.2.7")).statusCode, 200);
  assert.equal((await from("2001:db8::7")).statusCode, 200);
});
