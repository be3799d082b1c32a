/**
 * Compares reports with a simple model of their rules, for random data and random requests in every
 * format. Set `SEED` to run one data set again.
 */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { openTestApp, type TestApp } from "../../kit/app.ts";
import { NO_LIMITS, REPORTS } from "../../kit/reports.ts";
import { tier } from "../../kit/tier.ts";
import { type Answer, answerOf } from "./oracle.ts";
import type { Shown } from "./oracle-columns.ts";
import type { Parameters } from "./oracle-request.ts";
import { randomWorld } from "./random-data.ts";
import { randomQuery } from "./random-query.ts";
import { READERS, type ReadReport, TYPES, type Values } from "./read-report.ts";
import type { World } from "./world.ts";
import { writeWorld } from "./write-world.ts";

const CHOSEN = process.env["SEED"];
const SEED = Number(CHOSEN ?? randomInt(2 ** 31));
const WORLDS = CHOSEN === undefined ? tier(2, 40) : 1;
/** A short run goes on if no request had one of the rarer answers yet. */
const WORLDS_MAX = CHOSEN === undefined ? tier(12, 40) : 1;
const QUERIES_PER_WORLD = tier(100, 500);
const CODES = [100, 601, 607, 608, 621, 622, 623];
const ROOM = { reportsPerAccount: 16, reportsAtOnce: 32 };

test("any report of any data agrees with the model, in every format", async (t) => {
  const tally = new Map<number, number>();
  const isSeen = (code: number) => tally.has(code);
  let place = 0;
  for (; place < WORLDS || (place < WORLDS_MAX && !CODES.every(isSeen)); place++) {
    await t.test(`data set of seed ${SEED + place}`, (own) => agree(own, SEED + place, tally));
  }
  const seen = CODES.map((code) => `${code}: ${tally.get(code) ?? 0}`);
  t.diagnostic(`answers by code: ${seen.join(", ")}`);
  if (CHOSEN !== undefined) return;
  // The requests must find enough records to be a useful test.
  assert.ok((tally.get(100) ?? 0) > (place * QUERIES_PER_WORLD) / 3, seen.join());
  assert.ok(CODES.every(isSeen), seen.join());
});

async function agree(t: TestContext, seed: number, tally: Map<number, number>): Promise<void> {
  const world = randomWorld(seed);
  const app = await openTestApp(t, ROOM, NO_LIMITS);
  app.clock.set(world.now);
  await writeWorld(app.database.owner, world);
  const property = fc.asyncProperty(randomQuery(world), async (query) => {
    const expected = answerOf(world, query);
    tally.set(expected.code, (tally.get(expected.code) ?? 0) + 1);
    await check(app, { world, query, expected });
  });
  await fc.assert(property, { seed, numRuns: QUERIES_PER_WORLD });
}

interface Case {
  readonly world: World;
  readonly query: Parameters;
  readonly expected: Answer;
}

async function check(app: TestApp, { query, expected, world }: Case): Promise<void> {
  const about = `seed ${world.seed}`;
  const { code, report } = expected;
  const formats = report === undefined ? [formatOf(query)] : Object.keys(READERS);
  const answers = await Promise.all(
    formats.map((format) => ask(app, { ...query, response_format: format })),
  );
  for (const { said, status } of answers) {
    assert.deepEqual([status, Number(said.split(" ")[0])], [200, code], `${about}: ${said}`);
  }
  if (report === undefined) return checkFailure(answers);
  const read = answers.map(({ type, body }, place) => {
    const format = formats[place] ?? "";
    assert.equal(type.split(";")[0], TYPES[format]);
    return READERS[format]?.(body) ?? { columns: [], records: [] };
  });
  checkReports(read, report);
}

/** The format does not matter for error answers. */
function formatOf(query: Parameters): string {
  return ["CSV", "JSON", "XML", ""][Object.keys(query).length % 4] ?? "";
}

interface Told {
  readonly status: number;
  readonly said: string;
  readonly type: string;
  readonly body: string;
}

let asked = 0;

/** Uses a new IP address each time, because too many errors from one address are locked. */
async function ask({ server }: TestApp, form: Parameters): Promise<Told> {
  asked += 1;
  const reply = await server.inject({
    method: "POST",
    url: REPORTS,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    remoteAddress: `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`,
    payload: new URLSearchParams(form).toString(),
  });
  const { statusCode: status, body, headers } = reply;
  const said = String(headers["qs-response-code"]);
  return { status, said, type: String(headers["content-type"]), body };
}

function checkFailure([answer]: readonly Told[]): void {
  assert.match(answer?.type ?? "", /^text\/plain/);
  assert.match(answer?.body ?? "", /^[A-Z].*\.$/);
}

function checkReports([csv, json, xml]: readonly ReadReport[], expected: Shown): void {
  assert.deepEqual(json, csv, "JSON reads back like CSV");
  assert.deepEqual(xml, csv && { ...csv, records: csv.records.map(asXmlCanHold) });
  const { columns = [], records = [] } = csv ?? {};
  const usual = expected.columns.length;
  assert.deepEqual(columns.slice(0, usual), expected.columns);
  assert.deepEqual(columns.slice(usual).sort(), [...expected.formColumns].sort());
  assert.deepEqual(sorted(records), sorted(expected.records));
}

/** Two characters that XML does not allow are replaced in it. */
function asXmlCanHold(values: Values): Values {
  const pairs = Object.entries(values);
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, value.replace(/[\ufffe\uffff]/g, "\ufffd")]),
  );
}

const KEY = ["account_id", "transaction_id", "action_date", "authorization_msg"];

/** The contract does not define the order of records, so they are compared as sets. */
function sorted(records: readonly Values[]): readonly Values[] {
  const keyOf = (values: Values) => KEY.map((name) => values[name]).join();
  return records
    .map((values) => [keyOf(values), values] as const)
    .sort(([one], [two]) => (one < two ? -1 : 1))
    .map(([, values]) => values);
}
