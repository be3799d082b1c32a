/** Sends the examples of the OpenAPI document to an app, in their order. */
import assert from "node:assert/strict";
import type { LightMyRequestResponse } from "fastify";
import sharp from "sharp";
import { fillExample, type RecordedAnswers } from "../../src/app/http/open-api/add-examples.ts";
import { CALL_EXAMPLES } from "../../src/app/http/open-api/examples/all-examples.ts";
import type { CallExample } from "../../src/app/http/open-api/examples/call-example.ts";
import type { TestApp } from "./app.ts";
import { emailsTo } from "./emails.ts";
import { hook } from "./hooked-app.ts";
import { type Document, listOperations, type Operation } from "./open-api.ts";
import { multipart } from "./pos.ts";

const BASIC = {
  managementBasic: "harbor:certification-partner",
  parserBasic: "harbor:harbor-certification-key-00000001",
};

export interface SentExample {
  readonly example: CallExample;
  readonly operation: Operation;
  readonly reply: LightMyRequestResponse;
  /** The answer as the document shows it. */
  readonly answer: unknown;
}

type Answers = Record<string, Record<string, unknown>>;

export interface SentExamples {
  readonly sent: readonly SentExample[];
  /** By operation id and the name of the example. */
  readonly answers: RecordedAnswers;
}

export async function sendExamples(app: TestApp, document: Document): Promise<SentExamples> {
  const calls = listOperations(document);
  // Without a webhook, the account has no events to list.
  await hook(app);
  const answers: Answers = {};
  const sent: SentExample[] = [];
  for (const example of CALL_EXAMPLES) {
    const { operationId, name } = example;
    const call = calls.find(({ operation }) => operation.operationId === operationId);
    assert.ok(call, operationId);
    const ownValue = TEST_VALUES[operationId];
    if (ownValue !== undefined) {
      answers["test"] = { ...answers["test"], ...(await ownValue(app, answers)) };
    }
    const reply = await sendExample(app, { ...call, example, answers });
    const answer = readAnswer(example, reply);
    answers[operationId] = { ...answers[operationId], [name]: answer };
    sent.push({ example, operation: call.operation, reply, answer });
  }
  return { sent, answers };
}

interface Call {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
  readonly example: CallExample;
  readonly answers: RecordedAnswers;
}

function sendExample({ server }: TestApp, call: Call): Promise<LightMyRequestResponse> {
  const { path, method, operation, example, answers } = call;
  const values = fillExample(example.parameters ?? {}, answers) as Record<string, string>;
  const query = new URLSearchParams(example.isRefused ? {} : queryLogin(operation, answers));
  for (const { name, in: place } of operation.parameters ?? []) {
    const value = values[name];
    if (value !== undefined && place === "query") query.set(name, value);
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ""));
  const body = example.body && (fillExample(example.body, answers) as Record<string, string>);
  return server.inject({
    method: method.toUpperCase() as "GET",
    url: query.size === 0 ? filled : `${filled}?${query}`,
    ...encodeBody(operation, body),
    headers: {
      ...(example.isRefused ? {} : headerLogin(operation)),
      ...(body && { "content-type": bodyType(operation) }),
    },
  });
}

function bodyType({ requestBody }: Operation): string {
  return Object.keys(requestBody?.content ?? {})[0] ?? "";
}

function encodeBody(operation: Operation, body: Record<string, string> | undefined) {
  if (body === undefined) return {};
  const isJson = bodyType(operation) === "application/json";
  return { payload: isJson ? JSON.stringify(body) : encodeForm(body) };
}

/** A list is separated by commas, as the document says. */
function encodeForm(body: Record<string, unknown>): string {
  const pairs = Object.entries(body).map(([name, value]) => [name, [value].flat().join(",")]);
  return new URLSearchParams(pairs).toString();
}

function headerLogin({ security = [] }: Operation): Record<string, string> {
  const schemes = security.flatMap((one) => Object.keys(one));
  const login = Object.entries(BASIC).find(([scheme]) => schemes.includes(scheme))?.[1];
  if (login === undefined) return {};
  return { authorization: `Basic ${Buffer.from(login).toString("base64")}` };
}

function queryLogin({ security = [] }: Operation, answers: RecordedAnswers) {
  return security.some((one) => "posToken" in one) ? { token: sessionToken(answers) } : {};
}

function sessionToken(answers: RecordedAnswers): string {
  const session = answers["logInPosUser"]?.["example"] as { readonly token: string } | undefined;
  return session?.token ?? "";
}

/** Metrics are long, so the document shows the first of them. */
const METRICS_LINES = 6;

function readAnswer({ type }: CallExample, reply: LightMyRequestResponse): unknown {
  if (reply.body === "" || type?.startsWith("image/")) return undefined;
  if (type === undefined) return reply.json();
  const lines = reply.body.split("\n");
  return type === "text/plain" ? `${lines.slice(0, METRICS_LINES).join("\n")}\n` : reply.body;
}

/** Values that no answer has, by the operation that needs them. */
const TEST_VALUES: Readonly<
  Record<string, (app: TestApp, answers: RecordedAnswers) => Promise<Record<string, unknown>>>
> = {
  setPosPassword: async (app) => ({ reset_token: await readResetToken(app, "ann@books.test") }),
  listOrSendEvents: async (app) => ({ event_id: await findNewestEvent(app) }),
  getPhoto: async (app, answers) => ({ photo: await uploadPhoto(app, sessionToken(answers)) }),
};

/** The id of the newest approved payment's event. */
export async function findNewestEvent({ database }: TestApp): Promise<string> {
  const [row] = await database.owner.rows<{ id: string }>`
    select event_id as id from outbox
    where kind = 'webhook' and event = 'transaction.approved' order by outbox.id desc limit 1`;
  return row?.id ?? "";
}

/** The token in the newest password email. */
export async function readResetToken(app: TestApp, email: string): Promise<string> {
  const reset = (await emailsTo(app, email)).at(-1);
  const [link = ""] = /http\S+/.exec(reset?.text ?? "") ?? [];
  return new URL(link).searchParams.get("reset_token") ?? "";
}

/** Creates an item with a photo, and returns the number of the photo. */
export async function uploadPhoto({ server }: TestApp, token: string): Promise<number> {
  const create = { width: 2, height: 2, channels: 3, background: "white" } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  const form = { name: "Lamp", price: "42" };
  const { type, body } = multipart(form, [{ name: "photo", bytes }]);
  const { photo_url } = (
    await server.inject({
      method: "POST",
      url: `/api/json/items/?token=${token}`,
      headers: { "content-type": type },
      payload: body,
    })
  ).json();
  return Number(/\d+/.exec(photo_url)?.[0]);
}
