/** The scripts of the collection: they check every answer and keep values for later requests. */
import { CALL_EXAMPLES } from "../../src/app/http/open-api/examples/all-examples.ts";
import type { CallExample } from "../../src/app/http/open-api/examples/call-example.ts";
import type { Script } from "./postman-types.ts";
import { FILLED_IN, listEarlier, nameEarlier, RUN } from "./variables.ts";

function script(listen: Script["listen"], exec: readonly string[]): Script {
  return { listen, script: { type: "text/javascript", exec } };
}

/** Runs after every request. Payments and status answer errors with HTTP 200. */
export const CHECK: Script = script("test", [
  'pm.test("The request succeeds", () => {',
  "  pm.response.to.be.success;",
  '  const isJson = (pm.response.headers.get("Content-Type") || "").startsWith("application/json");',
  "  const answer = isJson ? pm.response.json() : {};",
  "  if (answer.error === true) throw new Error(answer.error_message);",
  "});",
]);

/** What one request needs before and after it. */
export function writeScripts(example: CallExample): readonly Script[] {
  const [before, after] = [linesBefore(example), linesAfter(example)];
  return [
    ...(before.length > 0 ? [script("prerequest", before)] : []),
    ...(after.length > 0 ? [script("test", after)] : []),
  ];
}

/** An inspection names the device that was created before it. */
const NEEDS_NEW_NAMES = /^create(Partner|Client|Location|User|Device|PosUser)$/;

function linesBefore(example: CallExample): readonly string[] {
  const used = listEarlier({ ...example.parameters, ...example.body }).map(nameEarlier);
  const missing = FILLED_IN.filter(({ key }) => used.includes(key));
  return [
    ...(NEEDS_NEW_NAMES.test(example.operationId)
      ? [`pm.collectionVariables.set("${RUN}", Date.now().toString(36));`]
      : []),
    ...missing.map(
      ({ key }) => `if (!pm.collectionVariables.get("${key}")) pm.execution.skipRequest();`,
    ),
  ];
}

/** Keeps what later examples use. All requests of the point of sale use the token of the login. */
function linesAfter({ operationId, name }: CallExample): readonly string[] {
  const used = CALL_EXAMPLES.flatMap((one) => listEarlier({ ...one.parameters, ...one.body }));
  const own = used.filter(({ earlier: [id, of] }) => id === operationId && of === name);
  const kept = new Map(own.map((one) => [nameEarlier(one), one.earlier.slice(2)]));
  if (operationId === "logInPosUser") kept.set("token", ["token"]);
  return Array.from(
    kept,
    ([variable, path]) =>
      `pm.collectionVariables.set("${variable}", pm.response.json()${path.map(writeStep).join("")});`,
  );
}

const writeStep = (step: string) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`);
