/** The rules of ARCHITECTURE.md, as a test: who may import whom, and what is said in one place. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";

const SRC = path.resolve(import.meta.dirname, "../src");
const CONSOLE = path.resolve(import.meta.dirname, "../console");
const FILE_LINES_MAX = 300;
const FUNCTION_LINES_MAX = 50;
/** Markup is long before it is complicated. */
const COMPONENT_LINES_MAX = 80;
/** All that the console may know of the program, and as types only. */
const CONTRACT = /^\.\.\/src\/interfaces\/console\/(\w+\/)?contract\.ts$/;

/** A module is a folder of src, of src/core or of src/interfaces. Nothing may import upwards. */
const GROUND = ["ports", "db", "values"];
const MAY_IMPORT: Record<string, readonly string[]> = {
  values: [],
  db: ["values"],
  ports: ["values"],
  wire: ["values"],
  // Management's values are read alike by its interface, the console and the commands.
  "wire/management": ["core/management", "wire", "values"],
  adapters: ["ports", "db", "values"],
  jobs: ["core", "ports", "db", "values"],
  "core/access": GROUND,
  "core/accounts": [...GROUND, "core/access", "core/audit", "core/outbox"],
  "core/ach": [
    ...GROUND,
    "core/accounts",
    "core/audit",
    "core/calendar",
    "core/outbox",
    "core/payments",
    "core/retention",
    "core/vault",
  ],
  "core/audit": GROUND,
  "core/calendar": [...GROUND, "core/audit"],
  "core/certification": [...GROUND, "core/access", "core/accounts", "core/audit", "core/payments"],
  "core/dashboard": [...GROUND, "core/accounts", "core/audit", "core/outbox", "core/payments"],
  "core/figures": GROUND,
  "core/forms": [...GROUND, "core/access", "core/accounts", "core/audit", "core/payments"],
  "core/management": [...GROUND, "core/access", "core/audit", "core/outbox", "core/receipts"],
  "core/operations": [...GROUND, "core/access", "core/accounts", "core/audit", "core/outbox"],
  "core/operators": [...GROUND, "core/access", "core/audit", "core/sessions"],
  "core/outbox": GROUND,
  "core/parser": [...GROUND, "core/access", "core/audit", "core/management"],
  "core/payments": [
    ...GROUND,
    "core/accounts",
    "core/calendar",
    "core/outbox",
    "core/receipts",
    "core/vault",
    "core/verification",
  ],
  "core/pos": [
    ...GROUND,
    "core/access",
    "core/accounts",
    "core/audit",
    "core/outbox",
    "core/payments",
    "core/receipts",
  ],
  "core/receipts": ["values"],
  "core/reports": [...GROUND, "core/audit"],
  "core/request-log": GROUND,
  "core/retention": [...GROUND, "core/access", "core/audit", "core/outbox", "core/payments"],
  "core/sessions": [...GROUND, "core/access", "core/audit", "core/management", "core/pos"],
  "core/vault": GROUND,
  "core/verification": [...GROUND, "core/accounts", "core/audit", "core/vault"],
  interfaces: ["core", "wire", "values", "ports"],
  app: ["adapters", "config.ts", "core", "db", "interfaces", "jobs", "ports", "values", "wire"],
  commands: ["app", "config.ts", "core", "db", "jobs", "ports", "values", "wire/management"],
  "config.ts": [
    "setting.ts",
    "setting-combinations.ts",
    "settings.ts",
    "settings-retention.ts",
    "values",
  ],
  "setting-combinations.ts": ["settings.ts"],
  "settings.ts": ["setting.ts", "settings-services.ts"],
  "settings-services.ts": ["setting.ts"],
  "settings-retention.ts": ["setting.ts", "values"],
  "setting.ts": ["values"],
  "main.ts": ["app", "commands", "config.ts", "ports"],
};

/** Words with one home. Found anywhere else, they are a rule gone missing. */
const ONLY_IN: readonly [word: RegExp, home: RegExp][] = [
  [/process\.env/, /^config\.ts$/],
  [/new Date\(|Date\.now\(|Temporal\.Now/, /^adapters\/system-clock\.ts$/],
  [/\.reveal\(/, /^(adapters|core\/(access|ach|parser|vault)|app\/database\/database-place\.ts)/],
  [/from "pg"/, /^db\//],
  [/from "pino"/, /^(app|adapters\/log)\//],
  [/from "fastify"/, /^(interfaces|wire|app)\//],
  [/\bconsole\.(log|error|warn|info|debug|trace|table)/, /^main\.ts$/],
  [/insert into outbox/, /^core\/outbox\/outbox-writer-store\.ts$/],
  [/\.(rows|count)`/, /^(db\/|adapters\/|.*-store\.ts$)/],
];

const NO_NAME = /(^|[/-])(utils?|helpers?|common|service|manager|index)\.tsx?$/;

interface Source {
  readonly file: string;
  readonly text: string;
}

const sources = await sourcesIn(SRC);
const screens = await sourcesIn(CONSOLE);

const RULES: Record<string, (sources: readonly Source[]) => string[]> = {
  "arrows point inwards": wrongArrows,
  "only the composition root names an adapter": (all) =>
    all.flatMap(({ file, text }) =>
      importsOf(file, text)
        .filter((target) => target.startsWith("adapters/") && !/^(adapters|app)\//.test(file))
        .map((target) => `${file} names ${target}`),
    ),
  "each word stays in its home": strayWords,
  "files fit on a screen or two": (all) =>
    all.filter(({ text }) => text.split("\n").length > FILE_LINES_MAX).map(({ file }) => file),
  "functions fit on a screen": longFunctions,
  "a file opens with what it is": (all) =>
    all.filter(({ text }) => !text.startsWith("/**")).map(({ file }) => file),
  "names say what a thing is": (all) =>
    all.filter(({ file }) => NO_NAME.test(file)).map(({ file }) => file),
};

const SIZES_AND_NAMES = [
  "files fit on a screen or two",
  "functions fit on a screen",
  "a file opens with what it is",
  "names say what a thing is",
];

for (const [rule, breaches] of Object.entries(RULES)) {
  test(rule, () => assert.deepEqual(breaches(sources), []));
}

for (const rule of SIZES_AND_NAMES) {
  test(`${rule}, in the console too`, () => assert.deepEqual(RULES[rule]?.(screens), []));
}

test("the console knows of the program what the contract says, as types", () => {
  assert.deepEqual(strayImports(screens), []);
  const wrong = [
    'import { x } from "../src/values/money.ts";',
    'import { x } from "../src/interfaces/console/contract.ts";',
    'import type { x } from "../src/interfaces/console/pages.ts";',
  ];
  const right = 'import type { x } from "../src/interfaces/console/merchant/contract.ts";';
  const asFile = (text: string) => strayImports([{ file: "wrong.tsx", text }]).length;
  assert.deepEqual([...wrong, right].map(asFile), [1, 1, 1, 0]);
});

test("every rule finds the file that breaks it", () => {
  const long = "const x = 1;\n".repeat(FILE_LINES_MAX + 1);
  const longBody = "  work();\n".repeat(FUNCTION_LINES_MAX);
  const breaker: Record<keyof typeof RULES, Source> = {
    "arrows point inwards": {
      file: "core/payments/wrong.ts",
      text: 'import { x } from "../../interfaces/gateway/login.ts";',
    },
    "only the composition root names an adapter": {
      file: "commands/wrong.ts",
      text: 'import { x } from "../adapters/system-clock.ts";',
    },
    "each word stays in its home": { file: "core/payments/wrong.ts", text: "process.env" },
    "files fit on a screen or two": { file: "wire/long.ts", text: long },
    "functions fit on a screen": { file: "wire/wrong.ts", text: `function f() {\n${longBody}}\n` },
    "a file opens with what it is": { file: "wire/wrong.ts", text: "export const x = 1;" },
    "names say what a thing is": { file: "wire/utils.ts", text: "" },
  };
  for (const [rule, source] of Object.entries(breaker)) {
    assert.equal(RULES[rule]?.([source]).length, 1, rule);
  }
});

test("only management's readers in wire may import a core area, and only their own", () => {
  const core = (area: string) => `import { x } from "../../core/${area}/wrong.ts";`;
  const breaches = (file: string, text: string) => wrongArrows([{ file, text }]).length;
  assert.equal(breaches("wire/management/read-client.ts", core("management")), 0);
  assert.equal(breaches("wire/management/read-client.ts", core("payments")), 1);
  assert.equal(breaches("wire/reading/read-client.ts", core("management")), 1);
});

async function sourcesIn(folder: string): Promise<readonly Source[]> {
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.ts$|^(dist|\.build)/.test(file),
  );
  return Promise.all(
    files.map(async (file) => ({ file, text: await readFile(path.join(folder, file), "utf8") })),
  );
}

function strayImports(all: readonly Source[]): string[] {
  return all.flatMap(({ file, text }) =>
    [...text.matchAll(/import (type )?[^;]*? from "(\.[^"]+)"/g)]
      .map(([, type, target = ""]) => ({ type, to: path.join(path.dirname(file), target) }))
      .filter(({ type, to }) => to.startsWith("..") && !(type && CONTRACT.test(to)))
      .map(({ to }) => `${file} must not import ${to}`),
  );
}

function wrongArrows(all: readonly Source[]): string[] {
  return all.flatMap(({ file, text }) =>
    importsOf(file, text)
      .filter((target) => !arrowAllowed(file, target))
      .map((target) => `${file} must not import ${target}`),
  );
}

function strayWords(all: readonly Source[]): string[] {
  return all.flatMap(({ file, text }) =>
    ONLY_IN.filter(([word, home]) => word.test(text) && !home.test(file)).map(
      ([word]) => `${file}: ${word.source}`,
    ),
  );
}

/** Reads by indentation, which the formatter keeps: a body ends at the brace below its head. */
function longFunctions(all: readonly Source[]): string[] {
  return all.flatMap(({ file, text }) => {
    const lines = text.split("\n");
    return lines.flatMap((line, start) => {
      const head = /^(\s*)(export )?(async )?(function\b|(static |readonly )?#?\w+\(.*\{$)/.exec(
        line,
      );
      if (head === null) return [];
      const end = lines.indexOf(`${head[1]}}`, start);
      const most = file.endsWith(".tsx") ? COMPONENT_LINES_MAX : FUNCTION_LINES_MAX;
      return end - start > most ? [`${file}:${start + 1}`] : [];
    });
  });
}

function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, target = ""]) =>
    path.join(path.dirname(file), target),
  );
}

function arrowAllowed(file: string, target: string): boolean {
  const from = moduleOf(file);
  const to = moduleOf(target);
  if (from === to) return true;
  const allowed = MAY_IMPORT[from] ?? MAY_IMPORT[wingOf(from)] ?? [];
  return allowed.includes(to) || allowed.includes(wingOf(to));
}

function moduleOf(file: string): string {
  const [wing = "", room = ""] = file.split(path.sep);
  const module = `${wing}/${room}`;
  return wing === "core" || wing === "interfaces" || module in MAY_IMPORT ? module : wing;
}

function wingOf(module: string): string {
  return module.split("/")[0] ?? "";
}
