/** docs/interfaces/parser.md tells the truth: its commands are run, its tables held against the code. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import {
  DEVICE_TYPE_ALIASES,
  DEVICE_TYPES,
} from "../../src/core/management/devices/device-types.ts";
import { REFUSAL_CODES } from "../../src/core/parser/refusal-codes.ts";
import { openTestApp } from "../kit/app.ts";

const PAGE = await readFile(
  path.resolve(import.meta.dirname, "../../docs/interfaces/parser.md"),
  "utf8",
);
const ERRORS = await readFile(
  path.resolve(import.meta.dirname, "../../src/interfaces/parser/errors.ts"),
  "utf8",
);
const run = promisify(execFile);
const isThere = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const MISSING =
  isThere("curl", "--version") && isThere("openssl", "version") && isThere("bash", "--version")
    ? false
    : "curl, openssl or bash is missing";

interface Block {
  readonly kind: string;
  readonly text: string;
}

const BLOCKS: readonly Block[] = Array.from(
  PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm),
  ([, kind = "", text = ""]) => ({ kind, text }),
);

/** What differs from run to run, by its looks. */
const VOLATILE: Readonly<Record<string, RegExp>> = {
  messageId: /^1\d{24}$/,
  time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  id: /^\d+$/,
  duration: /^[\d.]+$/,
};

const masked = (_: string, value: unknown) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      VOLATILE[name]?.test(String(one)) ? "another each time" : one,
    ]),
  );
};

const comparable = (json: string) => JSON.parse(json, masked);

test("every command of the page is answered as it says", { skip: MISSING }, async (t) => {
  const { server } = await openTestApp(t);
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  const settings: string[] = [];
  let compared = 0;
  for (const [at, { kind, text }] of BLOCKS.entries()) {
    if (kind !== "sh") continue;
    const script = text.replace("http://127.0.0.1:8080", url);
    if (!script.includes("curl ")) {
      settings.push(script);
      continue;
    }
    const { stdout } = await run("bash", ["-euc", [...settings, script].join("\n")]);
    const shown = BLOCKS[at + 1] ?? assert.fail("a command without its answer");
    assert.equal(shown.kind, "json");
    assert.deepEqual(comparable(stdout), comparable(shown.text), script);
    assert.deepEqual(Object.keys(JSON.parse(stdout)), Object.keys(JSON.parse(shown.text)));
    compared++;
  }
  assert.ok(compared >= 5, `${compared} commands`);
});

const cellsOf = (row: string) =>
  row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

function tableOf(head: string): readonly (readonly string[])[] {
  const [, rows = assert.fail(head)] = PAGE.split(`\n| ${head} |`);
  const [, , ...lines] = (rows.split("\n\n")[0] ?? "").split("\n");
  return lines.map(cellsOf);
}

test("the table of device types has those of the code, with their other names", () => {
  const told = tableOf("deviceType").map(([type = "", also = ""]) => [
    type.replaceAll("`", ""),
    also.replaceAll("`", ""),
  ]);
  const aliases = new Map(Array.from(DEVICE_TYPE_ALIASES, ([alias, type]) => [type, alias]));
  assert.deepEqual(
    told,
    DEVICE_TYPES.map((type) => [type, aliases.get(type) ?? ""]),
  );
});

test("the table of errors has every code of the interface, with its status", () => {
  const told = new Map(
    tableOf("errCode").flatMap(([codes = "", status = ""]) =>
      codes.split(", ").map((code) => [Number(code), Number(status)] as const),
    ),
  );
  for (const code of Object.values(REFUSAL_CODES)) assert.equal(told.get(code), 400, String(code));
  for (const [, status, code] of ERRORS.matchAll(/error\((\d{3}), (\d+),/g)) {
    // Said in the text beside the code's usual status.
    if (status === "413" || status === "415") continue;
    assert.equal(told.get(Number(code)), Number(status), `${code}`);
  }
});
