/** An export that fails or is left after its first page. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import Fastify, { type FastifyReply } from "fastify";
import { until } from "../../../../test/kit/until.ts";
import { Query } from "../read.ts";
import type { Call, Routes } from "../routes.ts";
import { addExport, type ListPage } from "./export-list.ts";
import { EXPORTS_AT_ONCE, RunningExports } from "./running-exports.ts";

interface Row {
  readonly name: string;
}

/** Serves one list to one operator, without sessions. */
async function serveList(t: TestContext, read: (after: string) => Promise<ListPage<Row>>) {
  const runningExports = new RunningExports();
  const server = Fastify();
  const person = { kind: "operator", id: "1" };
  const clock = { business: () => Temporal.Instant.from("2026-11-18T12:00:00Z") };
  const call = { person, clock, query: new Query({}), param: () => "" } as unknown as Call;
  type Deliver = (call: Call, reply: FastifyReply) => Promise<unknown>;
  const routes = {
    runningExports,
    deliver: (path: string, _: string, deliver: Deliver) =>
      server.get(path, (_request, reply) => deliver(call, reply)),
  };
  addExport(routes as unknown as Routes, {
    ...{ path: "/names", needs: "accounts", name: "names" },
    columns: [{ header: "Name", text: ({ name }: Row) => name }],
    read: ({ query }) => read(query.text("after") ?? ""),
  });
  t.after(() => server.close());
  const url = `${await server.listen({ host: "127.0.0.1", port: 0 })}/names.csv`;
  return { url, countRunning: () => countRunning(runningExports) };
}

/** Begins as many as it can, and ends them again. */
function countRunning(exports: RunningExports): number {
  const ends: (() => void)[] = [];
  try {
    while (true) ends.push(exports.begin("operator 1"));
  } catch {
    for (const end of ends) end();
    return EXPORTS_AT_ONCE - ends.length;
  }
}

test("an export that fails at a later page is no complete file, and ends", async (t) => {
  const { url, countRunning } = await serveList(t, async (after) => {
    if (after !== "") throw new Error("the database is away");
    return { items: [{ name: "Ada" }], next: "1" };
  });
  const response = await fetch(url);
  assert.equal(response.status, 200);
  await assert.rejects(response.text());
  assert.equal(countRunning(), 0);
});

test("an export waits for its reader, and ends when the reader leaves", async (t) => {
  let pages = 0;
  const { url, countRunning } = await serveList(t, async () => {
    pages++;
    return { items: [{ name: "x".repeat(1_000_000) }], next: String(pages) };
  });
  const leaving = new AbortController();
  const response = await fetch(url, { signal: leaving.signal });
  await response.body?.getReader().read();
  assert.equal(countRunning(), 1);
  leaving.abort();
  await until(() => countRunning() === 0);
  assert.ok(pages < 100, `${pages} pages of a megabyte were read`);
});

test("an export that is refused before its first page has an answer of its own", async (t) => {
  const { url, countRunning } = await serveList(t, () => Promise.reject(new Error("refused")));
  assert.equal((await fetch(url)).status, 500);
  assert.equal(countRunning(), 0);
});
