/** Time limits, signals and repetitions, with scripted answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient, SixdoorsError } from "../index.ts";
import { choosePause } from "./retry.ts";

const OPTIONS = {
  baseUrl: "http://127.0.0.1:9/",
  account: { id: "1", accessKey: "2" },
  management: { userName: "u", password: "p" },
  retry: { tries: 3, baseMs: 1, maxMs: 20 },
};
const FOUND = { found: false, error_code: 0 };
const CREATED = { name: "x", reference: "x" } as never;

function openScript(answers: readonly (() => Response)[]) {
  const requests: Request[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push(new Request(input, init));
    return (answers[requests.length - 1] ?? assert.fail("one request too many"))();
  };
  return { client: createClient({ ...OPTIONS, fetch }), requests };
}

const cut = () => {
  throw new TypeError("fetch failed", {
    cause: Object.assign(new Error("x"), { code: "ECONNRESET" }),
  });
};
const busy = (retryAfter: string) => () =>
  Response.json(
    { errorCode: 7429, message: "Busy." },
    {
      status: 429,
      headers: { "retry-after": retryAfter },
    },
  );
const answer = (body: object) => () => Response.json(body);

test("a call that changes nothing is repeated after a cut", async () => {
  const { client, requests } = openScript([cut, cut, answer(FOUND)]);
  assert.equal((await client.status.get("7")).outcome, "not_found");
  assert.equal(requests.length, 3);
});

test("repetitions are bounded, and the error says what failed", async () => {
  const { client, requests } = openScript([cut, cut, cut]);
  const error = await client.status.get("7").catch((one) => one);
  assert.ok(error instanceof SixdoorsError);
  assert.deepEqual([error.code, error.isTemporary], ["unreachable", true]);
  assert.equal(error.message, "The connection failed (ECONNRESET).");
  assert.equal(requests.length, 3);
});

test("a call that changes something is not repeated after a cut", async () => {
  const { client, requests } = openScript([cut]);
  await assert.rejects(client.management.partners.create(CREATED), { code: "unreachable" });
  assert.equal(requests.length, 1);
});

test("a call that was refused for now is repeated when the server says", async () => {
  const { client, requests } = openScript([busy("0"), answer({ id: "7" })]);
  assert.deepEqual(await client.management.partners.create(CREATED), { id: "7" });
  assert.equal(requests.length, 2);
});

test("a pause that is too long ends the call, and the error has it", async () => {
  const { client, requests } = openScript([busy("900")]);
  const call = client.management.partners.get("7");
  await assert.rejects(call, { code: "7429", status: 429, retryAfterMs: 900_000 });
  assert.equal(requests.length, 1);
});

test("pauses double up to a maximum, are partly random, and are at least what is asked", () => {
  const retry = { tries: 9, baseMs: 100, maxMs: 1_000 };
  for (const [round, whole] of [
    [1, 100],
    [2, 200],
    [4, 800],
    [9, 1_000],
  ] as const) {
    const pause = choosePause(retry, round);
    assert.ok(pause >= whole / 2 && pause <= whole, `${pause} in round ${round}`);
  }
  const facts = { code: "7429", area: "management", retryAfterMs: 700 } as const;
  assert.equal(choosePause(retry, 1, new SixdoorsError("x", facts)), 700);
});

/** Answers never, until its signal ends. */
const silent: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener("abort", () => reject(new DOMException("x", "AbortError")));
    if (init?.signal?.aborted) reject(new DOMException("x", "AbortError"));
  });

test("every call has a time limit", async () => {
  const client = createClient({ ...OPTIONS, fetch: silent, timeoutMs: 5, retry: { tries: 1 } });
  await assert.rejects(client.status.get("7"), { code: "timeout", isTemporary: true });
  await assert.rejects(client.management.partners.get("7"), { code: "timeout" });
  await assert.rejects(client.reports.rows().next(), { code: "timeout" });
  const slow = createClient({ ...OPTIONS, fetch: silent, retry: { tries: 1 } });
  await assert.rejects(slow.status.get("7", { timeoutMs: 5 }), { code: "timeout" });
});

test("a signal ends a call, also between repetitions, and is not repeated", async () => {
  const controller = new AbortController();
  const client = createClient({ ...OPTIONS, fetch: silent });
  const call = client.status.get("7", { signal: controller.signal });
  controller.abort();
  await assert.rejects(call, { code: "aborted", isTemporary: false });
  await assert.rejects(client.status.get("7", { signal: controller.signal }), { code: "aborted" });
});

test("redirects are not followed: the request has a key in it", async () => {
  const { client, requests } = openScript([answer(FOUND)]);
  await client.status.get("7");
  assert.equal(requests[0]?.redirect, "error");
  assert.equal(requests[0]?.url, "http://127.0.0.1:9/api/tsapi/3.8");
});

test("an area without a login says what createClient needs", async () => {
  const client = createClient({ baseUrl: "http://127.0.0.1:9" });
  await assert.rejects(client.payments.reserveId(), { code: "not_configured" });
  await assert.rejects(client.management.partners.get("7"), { code: "not_configured" });
  await assert.rejects(client.parser.parse({} as never), { code: "not_configured" });
  await assert.rejects(client.pos.account.get(), { code: "not_configured" });
});
