/** Tests of listen-server.ts, forward-event.ts and event-line.ts. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { eventDocument, eventLine, readSeenEvent } from "./event-line.ts";
import type { ForwardAnswer } from "./forward-event.ts";
import { isListenerAlive, openListenServer } from "./listen-server.ts";

const EVENT = {
  event: "transaction.returned",
  transaction: {
    transaction_id: "323000000007",
    transaction_amount: 12.3,
    authorization_message: "DECLINED\\RETURNED",
    ach_return_code: "R01",
  },
};
const HEADERS = {
  "content-type": "application/json",
  "webhook-id": "one",
  "webhook-timestamp": "1794720692",
  "webhook-signature": "v1,abc",
};
const LINE =
  "2026-11-15T05:31:32Z  transaction.returned    323000000007       12.30  DECLINED\\RETURNED, R01";

async function openTarget(t: TestContext, status: number) {
  const arrivals: { headers: IncomingHttpHeaders; body: string }[] = [];
  const target = createServer(async (incoming, response) => {
    let body = "";
    for await (const part of incoming.setEncoding("utf8")) body += part;
    arrivals.push({ headers: incoming.headers, body });
    response.writeHead(status, { "retry-after": "7" }).end("said");
  });
  await once(target.listen(0, "127.0.0.1"), "listening");
  t.after(() => target.close());
  const { port } = target.address() as AddressInfo;
  return { arrivals, url: new URL(`http://127.0.0.1:${port}/hook`) };
}

async function openListener(t: TestContext, forwardTo?: URL) {
  const seen: (ForwardAnswer | undefined)[] = [];
  const lines: string[] = [];
  const onEvent: Parameters<typeof openListenServer>[0]["onEvent"] = (event, forwarded) => {
    seen.push(forwarded);
    lines.push(eventLine(readSeenEvent(event), undefined));
  };
  const server = await openListenServer({ forwardTo, onEvent });
  t.after(() => server.close());
  const url = `http://127.0.0.1:${server.port}/sixdoors-listen?former=x`;
  return { url, seen, lines, server };
}

async function deliver(url: string, body: string) {
  const outgoing = request(url, { method: "POST", headers: HEADERS, agent: false }).end(body);
  const [answer] = await once(outgoing, "response");
  let text = "";
  for await (const part of answer.setEncoding("utf8")) text += part;
  return { status: answer.statusCode, retryAfter: answer.headers["retry-after"], text };
}

test("an event is forwarded with body and headers unchanged, and the answer goes back", async (t) => {
  const target = await openTarget(t, 503);
  const { url, seen, lines } = await openListener(t, target.url);
  const body = ` ${JSON.stringify(EVENT)}\n`;
  assert.deepEqual(await deliver(url, body), { status: 503, retryAfter: "7", text: "said" });
  const [arrival] = target.arrivals;
  assert.equal(arrival?.body, body);
  for (const [name, value] of Object.entries(HEADERS)) assert.equal(arrival?.headers[name], value);
  assert.equal(arrival?.headers.host, target.url.host);
  assert.ok(seen[0]?.kind === "answered" && seen[0].status === 503);
  assert.deepEqual(lines, [LINE]);
});

test("without an address to forward to, the answer is 200", async (t) => {
  const { url, seen } = await openListener(t);
  assert.equal((await deliver(url, JSON.stringify(EVENT))).status, 200);
  assert.deepEqual(seen, [undefined]);
});

test("if the address does not answer, the gateway gets 502 and tries again", async (t) => {
  const { url, seen } = await openListener(t, new URL("http://127.0.0.1:1/hook"));
  assert.equal((await deliver(url, "no JSON")).status, 502);
  assert.match(seen[0]?.kind === "no_answer" ? seen[0].why : "", /ECONNREFUSED/);
});

test("a listener is recognized while it runs", async (t) => {
  const { url, server } = await openListener(t);
  assert.equal(await isListenerAlive(url), true);
  await server.close();
  assert.equal(await isListenerAlive(url), false);
  const target = await openTarget(t, 200);
  assert.equal(await isListenerAlive(target.url.href), false);
});

test("a line has time, event, transaction, amount, outcome and the answer of the forward", () => {
  const rawHeaders = Object.entries(HEADERS).flat();
  const seen = readSeenEvent({ rawHeaders, body: Buffer.from(JSON.stringify(EVENT)) });
  const answered = { kind: "answered", status: 200, ms: 3, retryAfter: undefined } as const;
  assert.equal(eventLine(seen, { ...answered, body: Buffer.alloc(0) }), `${LINE}  -> 200 (3 ms)`);
  assert.deepEqual(eventDocument(seen, { kind: "no_answer", why: "refused" }), {
    ...{ time: "2026-11-15T05:31:32Z", id: "one", ...EVENT, forwarded: { error: "refused" } },
  });
});

test("control characters of a body do not reach the terminal", () => {
  const body = Buffer.from(JSON.stringify({ event: "a\u001b[2Jb", transaction: {} }));
  assert.match(eventLine(readSeenEvent({ rawHeaders: [], body }), undefined), /a\?\[2Jb/);
});
