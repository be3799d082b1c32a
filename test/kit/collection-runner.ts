/**
 * Runs the Postman collection against a server, as Postman would: variables, logins of folders and
 * scripts. It knows the part of the format that our collection uses.
 */
import assert from "node:assert/strict";
import vm from "node:vm";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import type {
  Auth,
  Body,
  Collection,
  Folder,
  Item,
  KeyValue,
  Script,
} from "../../tools/collection/postman-types.ts";

export type Variables = Map<string, string>;

export interface CollectionRun {
  readonly sent: readonly string[];
  readonly skipped: readonly string[];
  /** The request and why its check failed. */
  readonly failures: readonly string[];
}

export interface RunOptions {
  /** Values that differ from those in the collection. */
  readonly values?: Readonly<Record<string, string>>;
  /** Fills in variables before a request. */
  readonly prepare?: (id: string, variables: Variables) => Promise<void>;
}

export async function runCollection(
  server: FastifyInstance,
  collection: Collection,
  { values = {}, prepare = async () => {} }: RunOptions = {},
): Promise<CollectionRun> {
  const given = collection.variable.map(({ key, value }) => [key, value] as const);
  const variables: Variables = new Map([...given, ...Object.entries(values)]);
  const run = { sent: [] as string[], skipped: [] as string[], failures: [] as string[] };
  for (const { folder, item } of listItems(collection)) {
    await prepare(item.id, variables);
    const before = runScripts(item.event, "prerequest", { variables });
    if (before.isSkipped) {
      run.skipped.push(item.id);
      continue;
    }
    const response = await sendItem(server, { folder, item, variables });
    run.sent.push(item.id);
    const scripts = [...collection.event, ...(item.event ?? [])];
    const { failures } = runScripts(scripts, "test", { variables, response });
    run.failures.push(...failures.map((reason) => `${item.id}: ${reason}`));
  }
  return run;
}

function listItems({ item: folders }: Collection) {
  return folders.flatMap((folder) => folder.item.map((item) => ({ folder, item })));
}

interface Sending {
  readonly folder: Folder;
  readonly item: Item;
  readonly variables: Variables;
}

function sendItem(server: FastifyInstance, { folder, item: { request }, variables }: Sending) {
  const fill = (text: string) => fillVariables(text, variables);
  const headers = request.header.map(({ key, value }) => [key.toLowerCase(), fill(value)]);
  return server.inject({
    method: request.method as "GET",
    url: fill(request.url.raw).replace(variables.get("base_url") ?? "", ""),
    headers: {
      ...Object.fromEntries(headers),
      ...writeLogin(folder.auth, fill),
      ...(request.body?.mode === "urlencoded" && {
        "content-type": "application/x-www-form-urlencoded",
      }),
    },
    ...(request.body && { payload: writeBody(request.body, fill) }),
  });
}

type Fill = (text: string) => string;

/** A variable without a value is a broken chain. */
function fillVariables(text: string, variables: Variables): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => {
    const value = variables.get(name);
    assert.ok(value, `the variable ${name} has no value`);
    return value;
  });
}

function writeLogin({ basic = [] }: Auth, fill: Fill): Readonly<Record<string, string>> {
  if (basic.length === 0) return {};
  const find = (name: string) => fill(basic.find(({ key }) => key === name)?.value ?? "");
  const login = Buffer.from(`${find("username")}:${find("password")}`).toString("base64");
  return { authorization: `Basic ${login}` };
}

function writeBody(body: Body, fill: Fill): string {
  if (body.mode === "raw") return fill(body.raw);
  const write = ({ key, value }: KeyValue) => [key, fill(value)];
  return new URLSearchParams(body.urlencoded.map(write)).toString();
}

interface ScriptValues {
  readonly variables: Variables;
  readonly response?: LightMyRequestResponse;
}

function runScripts(
  scripts: readonly Script[] | undefined,
  listen: Script["listen"],
  { variables, response }: ScriptValues,
) {
  const result = { isSkipped: false, failures: [] as string[] };
  const skipRequest = () => {
    result.isSkipped = true;
  };
  const test = (name: string, check: () => void) => {
    try {
      check();
    } catch (error) {
      result.failures.push(`${name}: ${(error as Error).message}`);
    }
  };
  const collectionVariables = {
    get: (name: string) => variables.get(name),
    set: (name: string, value: unknown) => variables.set(name, String(value)),
  };
  const execution = { skipRequest };
  const pm = { test, collectionVariables, execution, response: response && wrap(response) };
  for (const one of scripts ?? []) {
    if (one.listen === listen) vm.runInNewContext(one.script.exec.join("\n"), { pm });
  }
  return result;
}

/** The answer as scripts of Postman see it. */
function wrap(response: LightMyRequestResponse) {
  const be = {
    get success() {
      const { statusCode, body } = response;
      return statusCode >= 200 && statusCode < 300 ? true : assert.fail(`${statusCode} ${body}`);
    },
  };
  const headers = { get: (name: string) => response.headers[name.toLowerCase()] };
  return { to: { be }, headers, json: () => response.json() };
}
