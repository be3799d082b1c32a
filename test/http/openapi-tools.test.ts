/** Ordinary tools accept the OpenAPI document: a linter and two generators of clients. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { CLIENT_TYPES, generateClientTypes } from "../../tools/client-types.ts";
import { generateClient } from "../../tools/generate-client.ts";
import { lintDocument } from "../../tools/lint-document.ts";
import { SALE } from "../kit/hooked-app.ts";
import { buildDocument, listOperations } from "../kit/open-api.ts";

const run = promisify(execFile);
const COMPILER = path.resolve(import.meta.dirname, "../../node_modules/typescript/bin/tsc");

/** Findings that stay, by rule, and why. */
const ACCEPTED: Readonly<Record<string, { readonly place: RegExp; readonly why: string }>> = {
  "no-path-trailing-slash": {
    place: /^#\/paths\/~1api~1json~1/,
    why: "The contract writes the paths of the point of sale with a slash at the end.",
  },
  "operation-4xx-response": {
    place: /^#\/paths\/(~1health~1|~1version)/,
    why: "Health and version take no input, so no request for them is wrong.",
  },
};

test("the linter's recommended rules find only what the contract requires", async () => {
  const findings = await lintDocument(await buildDocument());
  const others = findings.filter(({ rule, place }) => !ACCEPTED[rule]?.place.test(place));
  assert.deepEqual(others, []);
  const rules = new Set(findings.map(({ rule }) => rule));
  assert.deepEqual([...rules].sort(), Object.keys(ACCEPTED).sort(), "a rule finds nothing anymore");
});

test("the linter finds a call without an operation id", async () => {
  const document = structuredClone(await buildDocument()) as never as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  delete document.paths["/version"]?.["get"]?.operationId;
  const findings = await lintDocument(document);
  assert.ok(findings.some(({ rule }) => rule === "operation-operationId"));
});

test("client/openapi.ts has the types of the document", async () => {
  const isCurrent = (await generateClientTypes()) === (await readFile(CLIENT_TYPES, "utf8"));
  assert.ok(isCurrent, "client/openapi.ts is out of date: run `npm run client-types`");
});

test("Hey API generates a client that compiles, with a function for every call", async (t) => {
  // It says that it has no code for Digest authentication.
  t.mock.method(console, "warn", () => undefined);
  const folder = await temporaryFolder(t);
  const document = await buildDocument();
  await generateClient(document, path.join(folder, "client"));
  await writeFile(path.join(folder, "use.ts"), USE);
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(PROJECT));
  await run(process.execPath, [COMPILER, "-p", folder]);
  const calls = await readFile(path.join(folder, "client", "sdk.gen.ts"), "utf8");
  for (const { operation } of listOperations(document)) {
    assert.match(calls, new RegExp(`export const ${operation.operationId} =`));
  }
});

/** A program that uses the generated client as an integrator would. */
const USE = `import { getClient, processPayment, type Client, type SaleRequest } from "./client";

const sale: SaleRequest = ${JSON.stringify({ ...SALE, response_format: "JSON" })};

export async function pay(): Promise<boolean | undefined> {
  const { data } = await processPayment({ body: sale });
  return data?.transaction_approved;
}

export async function findClient(id: string): Promise<Client | undefined> {
  const { data } = await getClient({ path: { id }, auth: "harbor:certification-partner" });
  return data;
}
`;

const PROJECT = {
  compilerOptions: {
    target: "esnext",
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["esnext", "dom", "dom.iterable"],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ["client", "use.ts"],
};

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors-openapi-"));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}
