/** docs/interfaces/reports.md tells the truth: its examples are asked, its tables held to the code. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { Value } from "typebox/value";
import { everyColumn } from "../../src/core/reports/columns.ts";
import { SCHEMA } from "../../src/interfaces/gateway/reporting/schema.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { openReportEnvironment } from "../kit/reports.ts";

const PAGE = path.resolve(import.meta.dirname, "../../docs/interfaces/reports.md");
const page = await readFile(PAGE, "utf8");
const blocks = Array.from(page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm), ([, kind, text]) => ({
  kind,
  text: text ?? "",
}));

/** First cells of a table, found by the first cell of its head. */
function namesIn(head: string): string[] {
  const [, rows = assert.fail(head)] = page.split(`\n| ${head} |`);
  const [, , ...lines] = (rows.split("\n\n")[0] ?? "").split("\n");
  return lines.map((line) => line.split("|")[1]?.trim().replaceAll("`", "") ?? "");
}

/** Sends what a curl line says and gives the answer as curl prints it. */
async function send({ server }: TestApp, line: string, ids: ReadonlyMap<string, string>) {
  const variables = new Map<string, string>();
  for (const [, name = "", value = ""] of (blocks[0]?.text ?? "").matchAll(
    /^(\w+)="?([^"\n]*)"?$/gm,
  )) {
    variables.set(name, value);
  }
  const expand = (text: string) => text.replace(/\$(\w+)/g, (_, name) => variables.get(name) ?? "");
  const words = Array.from(line.matchAll(/"[^"]*"|[^\s"]+(?:"[^"]*")?/g), ([word]) =>
    expand(word.replaceAll('"', "")),
  );
  const pairs = words.filter((_, place) => words[place - 1] === "-d");
  const payload = pairs
    .join("&")
    .replaceAll(" ", "+")
    .replace(/\b323\d{9}\b/g, (id) => ids.get(id) ?? id);
  const url = new URL(words.find((word) => word.startsWith("http")) ?? "").pathname;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const reply = await server.inject({ method: "POST", url, headers, payload });
  const head = Object.entries(reply.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return (words.includes("-i") ? `${head.join("")}\r\n` : "") + reply.body;
}

/** What the page shows, as a pattern: dates, codes and ids are others each time, "…" is anything. */
function patternOf(shown: string, ids: ReadonlyMap<string, string>): RegExp {
  const plain = shown
    .trimEnd()
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\b323\d{9}\b/g, (id) => ids.get(id) ?? "\\d{12}")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d")
    .replaceAll("E47C32", "[0-9A-F]{6}")
    .replaceAll("EST", "E[SD]T")
    .replace(/\r?\n/g, "\\r?\\n")
    .replaceAll("…", "[\\s\\S]*?");
  return new RegExp(`^${plain}\\s*$`);
}

test("every example of the page is answered as it says", async (t) => {
  const app = await openTestApp(t);
  app.clock.set("2026-11-15T17:00:00Z");
  const ids = new Map<string, string>();
  let compared = 0;
  for (const [at, { kind, text }] of blocks.entries()) {
    if (kind !== "sh" || !text.startsWith("curl")) continue;
    const answer = await send(app, text, ids);
    const shown = blocks[at + 1]?.text ?? "";
    assert.match(answer, patternOf(shown, ids), text);
    const [given] = /323\d{9}/.exec(shown) ?? [];
    const [real] = /323\d{9}/.exec(answer) ?? [];
    if (given !== undefined && real !== undefined) ids.set(given, real);
    compared++;
  }
  assert.equal(compared, 5);
});

test("the OpenAPI document says what a JSON report is", async (t) => {
  const { server, ask, add } = await openReportEnvironment(t);
  await add({}, { cashier: "Ada" });
  const { paths } = (await server.inject("/openapi.json")).json();
  const { post } = paths["/api/rsapi/3.8"] ?? paths["/api/rsapi/3.8/"];
  const { schema } = post.responses["200"].content["application/json"];
  const strict = { ...schema, additionalProperties: false };
  for (const batch_detail of ["0", "1"]) {
    const { body } = await ask({ response_format: "JSON", batch_detail });
    assert.deepEqual(Value.Errors(strict, JSON.parse(body)), []);
  }
  assert.notDeepEqual(Value.Errors(strict, { api: "rsapi" }), []);
});

test("the OpenAPI document says of each format what it is, and of no other", async (t) => {
  const { server, ask, add } = await openReportEnvironment(t);
  await add({});
  const { paths } = (await server.inject("/openapi.json")).json();
  const { post } = paths["/api/rsapi/3.8"] ?? paths["/api/rsapi/3.8/"];
  const { 200: told, 413: tooLarge, 415: noForm } = post.responses;
  const requests = [{}, { response_format: "JSON" }, { response_format: "XML" }, { status: "X" }];
  const types = await Promise.all(requests.map(async (form) => (await ask(form)).type));
  const plain = types.map((type) => type.replace(/;.*/, ""));
  assert.deepEqual(Object.keys(told.content), plain);
  for (const type of plain.filter((one) => one !== "application/json")) {
    assert.equal(told.content[type].schema.type, "string", type);
  }
  for (const { content } of [tooLarge, noForm]) {
    assert.deepEqual(Object.keys(content), ["text/plain"]);
  }
  assert.ok(told.headers["QS-response-code"]);
});

test("the tables have every parameter and every column, in their order", () => {
  const { account_id, api_accesskey, hash, timestamp, ...parameters } = SCHEMA.body.properties;
  assert.ok(account_id && api_accesskey && hash && timestamp);
  assert.deepEqual(namesIn("Parameter"), Object.keys(parameters));
  assert.deepEqual(
    namesIn("Column"),
    everyColumn().map(({ name }) => name),
  );
  assert.deepEqual(namesIn("Code").sort(), "100 601 607 608 611 621 622 623".split(" "));
});
