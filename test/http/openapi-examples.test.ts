/** Every example of the OpenAPI document works in a new certification environment. */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { Value } from "typebox/value";
import type { RecordedAnswers } from "../../src/app/http/open-api/add-examples.ts";
import recorded from "../../src/app/http/open-api/examples/answers.json" with { type: "json" };
import { openTestApp } from "../kit/app.ts";
import { type Answer, buildResolvedDocument, listOperations } from "../kit/open-api.ts";
import { type SentExample, sendExamples } from "../kit/open-api-examples.ts";

/** `npm run openapi-examples` sets it. */
const IS_RECORDING = process.env["RECORD_EXAMPLES"] === "1";
const ANSWERS = path.resolve(
  import.meta.dirname,
  "../../src/app/http/open-api/examples/answers.json",
);
const SHOWN: RecordedAnswers = recorded;
/** Its checks have a reason or not, depending on the machine. */
const VARIES = "getReadiness";
/** The month of the ids in the examples. */
const MOMENT = "2026-11-16T15:00:00Z";

/** One connection for each role: no call may hold one while it waits for another. */
const ONE_CONNECTION = { databasePool: 1 };

test("every example is answered as the document says, with one connection", async (t) => {
  const app = await openTestApp(t, ONE_CONNECTION);
  app.clock.set(MOMENT);
  const { sent, answers } = await sendExamples(app, await buildResolvedDocument());
  for (const one of sent) assertAnswered(one);
  if (IS_RECORDING) return record(answers);
  for (const [operationId, examples] of Object.entries(answers)) {
    if (operationId === VARIES) continue;
    for (const [name, answer] of Object.entries(examples)) {
      const message = `${operationId} ${name}: run \`npm run openapi-examples\``;
      assert.deepEqual(describeShape(SHOWN[operationId]?.[name]), describeShape(answer), message);
    }
  }
});

function assertAnswered({ example, operation, reply, answer }: SentExample): void {
  const where = `${example.operationId} ${example.name}`;
  assert.equal(reply.statusCode, example.status, `${where}: ${reply.body}`);
  const response = operation.responses[String(example.status)];
  assert.ok(response, where);
  assert.deepEqual(undocumentedHeaders(reply.headers, response), [], where);
  const type = String(reply.headers["content-type"] ?? "").replace(/;.*/, "");
  const media = response.content?.[type];
  assert.equal(media === undefined, reply.body === "", `${where}: ${type}`);
  if (media === undefined || answer === undefined) return;
  assert.deepEqual(Value.Errors(media.schema as object, answer), [], where);
}

/** Headers that every server sends, or that only browsers and proxies read. */
const ORDINARY =
  /^(connection|content-|date|keep-alive|transfer-|vary|cache-control|etag|x-content-|referrer-)/;

function undocumentedHeaders(headers: object, response: Answer): readonly string[] {
  const documented = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase());
  const sent = Object.keys(headers).filter((name) => !ORDINARY.test(name));
  return sent.filter((name) => !documented.includes(name));
}

const CSV_HEADER = /^\w+(?:,\w+)+(?=\r?\n)/;

/** The members of a value, and whether each has a text, a number, and so on. A CSV file has columns. */
function describeShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(describeShape);
  if (typeof value === "string") return CSV_HEADER.exec(value)?.[0] ?? "string";
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, describeShape(one)]));
}

/** An answer with the same members stays as it is, so that ids and times do not change. */
async function record(answers: RecordedAnswers): Promise<void> {
  const isSame = (one: unknown, other: unknown) =>
    JSON.stringify(describeShape(one)) === JSON.stringify(describeShape(other));
  const entries = Object.entries(answers).map(([operationId, examples]) => [
    operationId,
    mapValues(examples, (answer, name) => {
      const shown = SHOWN[operationId]?.[name];
      return isSame(shown, answer) ? shown : (SECRETS[name] ?? hideSecrets(answer));
    }),
  ]);
  await writeFile(ANSWERS, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

/** Values that would open something, and what the document shows instead. */
const SECRETS: Readonly<Record<string, string>> = {
  token: "7d3c1f52-8f0e-4b6a-9c55-0a1b2c3d4e5f",
  reset_token: "0f9e8d7c-6b5a-4c3d-8e2f-1a0b9c8d7e6f",
  apiSecret: "example-of-a-new-api-secret",
};

function hideSecrets(answer: unknown): unknown {
  if (typeof answer === "string" || !answer || Array.isArray(answer)) return answer;
  return mapValues(answer as object, (value, name) => SECRETS[name] ?? value);
}

function mapValues(values: object, change: (value: unknown, name: string) => unknown): object {
  const entries = Object.entries(values).map(([name, value]) => [name, change(value, name)]);
  return Object.fromEntries(entries);
}

test("every call has an example, and so has every request body and every answer with a body", async () => {
  for (const { operation } of listOperations(await buildResolvedDocument())) {
    const { operationId, parameters = [], requestBody, responses } = operation;
    for (const { name, in: place, example } of parameters) {
      if (place === "path") assert.ok(example !== undefined, `${operationId} ${name}`);
    }
    for (const { examples } of Object.values(requestBody?.content ?? {})) {
      assert.ok(Object.keys(examples ?? {}).length > 0, operationId);
    }
    const [success] = Object.values(responses);
    const media = Object.values(success?.content ?? {});
    const isShown = media.some(({ examples }) => examples !== undefined);
    const isImage = Object.keys(success?.content ?? {}).some((type) => type.startsWith("image/"));
    assert.equal(isShown, media.length > 0 && !isImage, operationId);
  }
});

test("every example of a request follows the schema of the request, and so does the example of an event", async () => {
  const document = await buildResolvedDocument();
  const { post } = document.webhooks.transaction;
  const calls = listOperations(document).map(({ operation }) => operation);
  for (const { operationId, requestBody } of [...calls, post]) {
    for (const [type, { schema, examples = {} }] of Object.entries(requestBody?.content ?? {})) {
      for (const [name, { value }] of Object.entries(examples)) {
        const errors = Value.Errors(schema as object, value);
        assert.deepEqual(errors, [], `${operationId} ${name} ${type}`);
      }
    }
  }
});
