/** The rules of ARCHITECTURE.md as tests: imports, sizes, names, headers, and what is in one place. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { findImportCircles } from "./kit/import-circles.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const SRC = path.join(ROOT, "src");
const CONSOLE = path.join(ROOT, "console");
const TESTING = path.join(ROOT, "testing");
const CLIENT = path.join(ROOT, "client");
/** The client's types of the OpenAPI document are generated, and its entry is named by convention. */
const CLIENT_EXCEPTIONS = ["openapi.ts", "index.ts"];
/** Every file in these folders has a header and is in no circle of imports, tests included. */
const CODE_FOLDERS = [
  "src",
  "console",
  "client",
  "test",
  "scripts",
  "tools",
  "bin",
  "bench",
  "testing",
  "examples",
];
const FOLDER_FILES_MAX = 25;
const FILE_LINES_MAX = 300;
const FUNCTION_LINES_MAX = 50;
/** Components may be longer, because markup takes many lines. */
const COMPONENT_LINES_MAX = 80;
/** The files of src that the console may import, as types only. */
const CONTRACT = /^\.\.\/src\/interfaces\/console\/(\w+\/)?contract\.ts$/;

/**
 * Exported functions that two files define, beyond the interfaces: each interface has its own
 * login, readers, writers and errors, so a name may occur once per interface.
 */
const SHARED_NAMES: ReadonlySet<string> = new Set([
  "addOperator",
  "createUser",
  "logIn",
  "readJson",
  "readKeyFile",
  "readPage",
  "removeUser",
  "writeSale",
]);
/** Stores that call the statements of another store and have none of their own. */
const STORES_WITHOUT_SQL = [
  "core/management/partners/partner-size-store.ts",
  "core/management/scope/requested-page-store.ts",
];

/** A module is a folder of src, of src/core or of src/interfaces. Nothing may import upwards. */
const FOUNDATION = ["ports", "db", "values"];
const MAY_IMPORT: Record<string, readonly string[]> = {
  values: [],
  db: ["values"],
  ports: ["values"],
  wire: ["values"],
  // Management's values are read alike by its interface, the console and the commands.
  "wire/management": ["core/management", "wire", "values"],
  // The console and the commands read and explain the same settings.
  "wire/accounts": ["core/accounts", "wire", "values"],
  "wire/card-hosts": ["ports", "wire", "values"],
  // The start page and the command serve show the same first payment.
  "wire/certification": ["core/certification", "wire", "values"],
  adapters: ["ports", "db", "values"],
  jobs: ["core", "ports", "db", "values"],
  "core/access": FOUNDATION,
  "core/accounts": [
    ...FOUNDATION,
    "core/access",
    "core/approvals",
    "core/audit",
    "core/card-hosts",
    "core/outbox",
  ],
  "core/ach": [
    ...FOUNDATION,
    "core/accounts",
    "core/audit",
    "core/bank-accounts",
    "core/calendar",
    "core/outbox",
    "core/payments",
    "core/retention",
    "core/vault",
    "core/verification",
  ],
  "core/approvals": [...FOUNDATION, "core/audit"],
  "core/attention": [
    ...FOUNDATION,
    "core/accounts",
    "core/ach",
    "core/approvals",
    "core/bank-accounts",
    "core/customers",
    "core/dashboard",
    "core/transactions",
  ],
  "core/audit": FOUNDATION,
  "core/bank-accounts": [...FOUNDATION, "core/accounts", "core/audit", "core/vault"],
  "core/calendar": [...FOUNDATION, "core/audit"],
  "core/certification": [
    ...FOUNDATION,
    "core/access",
    "core/accounts",
    "core/audit",
    "core/payments",
  ],
  "core/card-hosts": [...FOUNDATION, "core/audit"],
  "core/customers": [...FOUNDATION, "core/accounts", "core/audit", "core/transactions"],
  "core/dashboard": [...FOUNDATION, "core/payments", "core/transactions"],
  "core/doctor": FOUNDATION,
  "core/figures": FOUNDATION,
  "core/forms": [...FOUNDATION, "core/access", "core/accounts", "core/audit", "core/payments"],
  "core/host-charges": [...FOUNDATION, "core/accounts", "core/audit", "core/payments"],
  "core/management": [...FOUNDATION, "core/access", "core/audit", "core/outbox", "core/receipts"],
  "core/notifications": [
    ...FOUNDATION,
    "core/access",
    "core/ach",
    "core/attention",
    "core/audit",
    "core/calendar",
    "core/dashboard",
    "core/management",
    "core/operations",
    "core/outbox",
    "core/pos",
    "core/sessions",
  ],
  "core/operations": [
    ...FOUNDATION,
    "core/access",
    "core/accounts",
    "core/ach",
    "core/approvals",
    "core/audit",
    "core/figures",
    "core/outbox",
  ],
  "core/operators": [...FOUNDATION, "core/access", "core/audit", "core/sessions"],
  "core/outbox": FOUNDATION,
  "core/parser": [...FOUNDATION, "core/access", "core/audit", "core/management"],
  "core/payments": [
    ...FOUNDATION,
    "core/accounts",
    "core/approvals",
    "core/bank-accounts",
    "core/calendar",
    "core/outbox",
    "core/receipts",
    "core/vault",
    "core/verification",
  ],
  "core/pos": [
    ...FOUNDATION,
    "core/access",
    "core/accounts",
    "core/audit",
    "core/outbox",
    "core/payments",
    "core/receipts",
  ],
  "core/privacy": [
    ...FOUNDATION,
    "core/audit",
    "core/bank-accounts",
    "core/payments",
    "core/vault",
    "core/verification",
  ],
  "core/receipts": ["values"],
  "core/reports": [...FOUNDATION, "core/audit", "core/calendar", "core/outbox"],
  "core/request-log": FOUNDATION,
  "core/retention": [
    ...FOUNDATION,
    "core/access",
    "core/approvals",
    "core/audit",
    "core/outbox",
    "core/payments",
  ],
  "core/safe-mode": [...FOUNDATION, "core/audit"],
  "core/sessions": [
    ...FOUNDATION,
    "core/access",
    "core/audit",
    "core/management",
    "core/outbox",
    "core/pos",
  ],
  "core/transactions": [
    ...FOUNDATION,
    "core/accounts",
    "core/audit",
    "core/outbox",
    "core/payments",
    "core/reports",
  ],
  "core/vault": FOUNDATION,
  "core/verification": [...FOUNDATION, "core/accounts", "core/audit", "core/vault"],
  interfaces: ["core", "wire", "values", "ports"],
  app: ["adapters", "config.ts", "core", "db", "interfaces", "jobs", "ports", "values", "wire"],
  commands: [
    "app",
    "config.ts",
    "core",
    "db",
    "jobs",
    "ports",
    "values",
    "wire/accounts",
    "wire/card-hosts",
    "wire/certification",
    "wire/management",
  ],
  "config.ts": [
    "setting.ts",
    "setting-combinations.ts",
    "settings.ts",
    "settings-retention.ts",
    "settings-secret-files.ts",
    "values",
  ],
  "setting-combinations.ts": ["settings.ts"],
  "settings.ts": [
    "setting.ts",
    "settings-backup.ts",
    "settings-hsm.ts",
    "settings-secret-files.ts",
    "settings-services.ts",
    "settings-sign-on.ts",
    "settings-telemetry.ts",
    "settings-worker.ts",
  ],
  "settings-backup.ts": ["setting.ts"],
  "settings-hsm.ts": ["setting.ts"],
  "settings-secret-files.ts": ["setting.ts", "values"],
  "settings-services.ts": ["setting.ts"],
  "settings-sign-on.ts": ["setting.ts", "settings-secret-files.ts", "values"],
  "settings-telemetry.ts": ["setting.ts"],
  "settings-worker.ts": ["setting.ts"],
  "settings-retention.ts": ["setting.ts", "values"],
  "setting.ts": ["values"],
  "main.ts": ["app", "commands", "config.ts", "ports"],
};

/** Code that may occur in one place only. */
const ONLY_IN: readonly [word: RegExp, home: RegExp][] = [
  [/process\.env/, /^config\.ts$/],
  [/new Date\(|Date\.now\(|Temporal\.Now/, /^adapters\/system-clock\.ts$/],
  [/\.reveal\(/, /^(adapters|core\/(access|ach|parser|vault)|app\/database\/database-place\.ts)/],
  [/from "pg"/, /^db\//],
  [/from "pino"/, /^(app|adapters\/log)\//],
  [/from "fastify"/, /^(interfaces|wire|app)\//],
  [/["}]\/api\//, /^(interfaces|wire|app)\//],
  [/["`}]\/(console|pay|set-password)\b/, /^((interfaces|wire|app)\/|commands\/serve\/banner\.ts)/],
  [/\bconsole\.(log|error|warn|info|debug|trace|table)/, /^main\.ts$/],
  // One per process, because all interfaces share its limit.
  [/new PasswordHashing\(/, /^(app\/(app|database\/prepare)|commands\/with-installation)\.ts$/],
  [/insert into outbox/, /^core\/outbox\/outbox-writer-store\.ts$/],
  [/\.(rows|count)`/, /^(db\/|adapters\/|.*-store\.ts$)/],
];

const NO_NAME = /(^|[/-])(utils?|helpers?|common|service|manager|index)\.tsx?$/;

const NO_TESTS = /(?<!\.test)\.tsx?$/;
const ANY_CODE = /\.(tsx?|mjs)$/;

interface Source {
  readonly file: string;
  readonly text: string;
}

const sources = await readSources(SRC);
const screens = await readSources(CONSOLE);
const kit = await readSources(TESTING);
const clientFiles = new Set((await readSources(CLIENT)).map(({ file }) => file));
const clientSources = (await readSources(CLIENT)).filter(
  ({ file }) => !CLIENT_EXCEPTIONS.includes(file),
);
const codeFolders = await Promise.all(
  CODE_FOLDERS.map(async (folder) => {
    const files = await readSources(path.join(ROOT, folder), ANY_CODE);
    return files.map(({ file, text }) => ({ file: path.join(folder, file), text }));
  }),
);

const RULES: Record<string, (sources: readonly Source[]) => string[]> = {
  "no file imports a layer above its own": findWrongImports,
  "only the composition root imports an adapter": (all) =>
    all.flatMap(({ file, text }) =>
      listImports(file, text)
        .filter((target) => target.startsWith("adapters/") && !/^(adapters|app)\//.test(file))
        .map((target) => `${file} imports ${target}`),
    ),
  "code that belongs in one place occurs only there": findMisplacedCode,
  "a file has at most 300 lines": (all) =>
    all.filter(({ text }) => text.split("\n").length > FILE_LINES_MAX).map(({ file }) => file),
  "a function has at most 50 lines": findLongFunctions,
  "a file begins with a header comment": (all) =>
    all.filter(({ text }) => !/^(#!.*\n)?\/\*\*/.test(text)).map(({ file }) => file),
  "a file name says what the file contains": (all) =>
    all.filter(({ file }) => NO_NAME.test(file)).map(({ file }) => file),
  "an exported function name is defined in one file": findRepeatedNames,
  "three files do not export types or constants of one name": findRepeatedTypes,
  "a store contains SQL, and an SQL file contains only fragments": findMisnamedSql,
  "a folder has at most 25 files": findLargeFolders,
  "no file imports itself through other files": findImportCircles,
};

const SIZES_AND_NAMES = [
  "a file has at most 300 lines",
  "a function has at most 50 lines",
  "a file begins with a header comment",
  "a file name says what the file contains",
];

for (const [rule, breaches] of Object.entries(RULES)) {
  test(rule, () => assert.deepEqual(breaches(sources), []));
}

for (const rule of SIZES_AND_NAMES) {
  test(`${rule}, in the console too`, () => assert.deepEqual(RULES[rule]?.(screens), []));
}

for (const rule of ["a file has at most 300 lines", "a function has at most 50 lines"]) {
  test(`${rule}, in the test kit too`, () => assert.deepEqual(RULES[rule]?.(kit), []));
}

test("the test kit imports only types of its contract from src", () => {
  assert.ok(kit.length > 5);
  const contract = /^\.\.\/(bin\/node-package\.mjs|src\/app\/testing\/contract\.ts)$/;
  const breaches = (all: readonly Source[]) =>
    all.flatMap(({ text }) =>
      [...text.matchAll(/^(import|export) (type )?[^;]*? from "(\.\.\/[^"]+)"/gm)].filter(
        ([, , type, to = ""]) => !contract.test(to) || (to.includes("/src/") && !type),
      ),
    );
  assert.deepEqual(breaches(kit), []);
  const wrong = ["import { x }", "import type { x }", "export { x }"].map((words, at) => ({
    file: "wrong.ts",
    text: `${words} from "../src/${at === 1 ? "config" : "app/testing/contract"}.ts";`,
  }));
  assert.equal(breaches(wrong).length, 3);
});

for (const rule of [...SIZES_AND_NAMES, "an exported function name is defined in one file"]) {
  test(`${rule}, in the client too`, () => assert.deepEqual(RULES[rule]?.(clientSources), []));
}

test("the client imports only its own files, so that it runs in browsers, too", () => {
  assert.ok(clientSources.length > 30);
  assert.deepEqual(findOutsideImports(clientSources), []);
  const wrong = ['from "../src/values/money.ts";', 'from "node:crypto";', 'from "undici";'];
  const right = ['from "./retry.ts";', 'from "../errors.ts";'];
  const breaches = (text: string) => findOutsideImports([{ file: "call/x.ts", text }]).length;
  assert.deepEqual([...wrong, ...right].map(breaches), [1, 1, 1, 0, 0]);
  assert.equal(findOutsideImports([{ file: "x.ts", text: 'from "../errors.ts";' }]).length, 1);
});

test("every file begins with a header comment, in tests and scripts too", () => {
  assert.ok(codeFolders.every((files) => files.length > 0));
  assert.deepEqual(RULES["a file begins with a header comment"]?.(codeFolders.flat()), []);
});

test("no file imports itself through other files, in tests and scripts too", () => {
  assert.deepEqual(findImportCircles(codeFolders.flat()), []);
});

test("a circle of imports is found in every form of import", () => {
  const back = { file: "wire/b.ts", text: 'import { a } from "./a.ts";' };
  const forms = [
    'import { b } from "./b.ts";',
    'import type { B } from "./b.ts";',
    'import {\n  b,\n} from "./b.ts";',
    'export { b } from "./b.ts";',
    'import "./b.ts";',
    'const b = () => import("./b.ts");',
  ];
  for (const text of forms) {
    const found = findImportCircles([{ file: "wire/a.ts", text }, back]);
    assert.deepEqual(found, ["wire/a.ts -> wire/b.ts -> wire/a.ts"], text);
  }
  const shared = { file: "wire/c.ts", text: "export const c = 1;" };
  const toShared = { file: "wire/a.ts", text: 'import { c } from "./c.ts";' };
  assert.deepEqual(findImportCircles([toShared, { ...toShared, file: "wire/b.ts" }, shared]), []);
});

test("the console imports only types of the contracts from src", () => {
  assert.deepEqual(findConsoleImports(screens), []);
  const wrong = [
    'import { x } from "../src/values/money.ts";',
    'import { x } from "../src/interfaces/console/contract.ts";',
    'import type { x } from "../src/interfaces/console/pages.ts";',
  ];
  const right = 'import type { x } from "../src/interfaces/console/merchant/contract.ts";';
  const asFile = (text: string) => findConsoleImports([{ file: "wrong.tsx", text }]).length;
  assert.deepEqual([...wrong, right].map(asFile), [1, 1, 1, 0]);
});

test("every rule finds the file that breaks it", () => {
  const long = "const x = 1;\n".repeat(FILE_LINES_MAX + 1);
  const longBody = "  work();\n".repeat(FUNCTION_LINES_MAX);
  const breaker: Record<keyof typeof RULES, Source> = {
    "no file imports a layer above its own": {
      file: "core/payments/wrong.ts",
      text: 'import { x } from "../../interfaces/gateway/login.ts";',
    },
    "only the composition root imports an adapter": {
      file: "commands/wrong.ts",
      text: 'import { x } from "../adapters/system-clock.ts";',
    },
    "code that belongs in one place occurs only there": {
      file: "core/payments/wrong.ts",
      text: "process.env",
    },
    "a file has at most 300 lines": { file: "wire/long.ts", text: long },
    "a function has at most 50 lines": {
      file: "wire/wrong.ts",
      text: `function f() {\n${longBody}}\n`,
    },
    "a file begins with a header comment": { file: "wire/wrong.ts", text: "export const x = 1;" },
    "a file name says what the file contains": { file: "wire/utils.ts", text: "" },
    "an exported function name is defined in one file": {
      file: "wire/wrong.ts",
      text: "export function read() {}\n",
    },
    "three files do not export types or constants of one name": {
      file: "wire/wrong.ts",
      text: "export interface Page {}\n",
    },
    "a store contains SQL, and an SQL file contains only fragments": {
      file: "core/vault/wrong-store.ts",
      text: "export class WrongStore {}",
    },
    "a folder has at most 25 files": { file: "wire/wrong.ts", text: "" },
    "no file imports itself through other files": {
      file: "wire/wrong.ts",
      text: 'import type { Other } from "./other.ts";',
    },
  };
  for (const [rule, source] of Object.entries(breaker)) {
    assert.equal(RULES[rule]?.(withNeighbors(rule, source)).length, 1, rule);
  }
});

test("a name may occur once per interface, but not twice in one", () => {
  const text = "export async function sendError() {}\n";
  const inFiles = (...files: string[]) => findRepeatedNames(files.map((file) => ({ file, text })));
  assert.deepEqual(inFiles("interfaces/pos/errors.ts", "interfaces/form/errors.ts"), []);
  assert.equal(inFiles("interfaces/pos/errors.ts", "interfaces/pos/write.ts").length, 1);
  assert.equal(inFiles("interfaces/pos/errors.ts", "core/pos/errors.ts").length, 1);
});

test("an SQL file that runs a statement or has no fragment is found", () => {
  const breaches = (text: string) =>
    findMisnamedSql([{ file: "core/vault/x-sql.ts", text }]).length;
  assert.equal(breaches("export const A = sql`a = 1`;"), 0);
  assert.equal(breaches("export const A = 1;"), 1);
  assert.equal(breaches("const A = sql`a`; export const b = (db) => db.rows`select`;"), 1);
});

/** Adds the files that some rules need beside the one that breaks them. */
function withNeighbors(rule: string, source: Source): readonly Source[] {
  if (rule === "an exported function name is defined in one file") {
    return [source, { ...source, file: "db/wrong.ts" }];
  }
  if (rule === "three files do not export types or constants of one name") {
    const others = ["export type Page = string;", "export const Page = 1;"];
    return [source, ...others.map((text, at) => ({ file: `db/wrong-${at}.ts`, text }))];
  }
  if (rule === "no file imports itself through other files") {
    return [source, { file: "wire/other.ts", text: 'import { wrong } from "./wrong.ts";' }];
  }
  if (rule !== "a folder has at most 25 files") return [source];
  return Array.from({ length: FOLDER_FILES_MAX + 1 }, (_, at) => ({
    ...source,
    file: `wire/wrong-${at}.ts`,
  }));
}

test("a folder of wire may import the core area of its name only, if any", () => {
  const core = (area: string) => `import { x } from "../../core/${area}/wrong.ts";`;
  const breaches = (file: string, text: string) => findWrongImports([{ file, text }]).length;
  assert.equal(breaches("wire/management/read-client.ts", core("management")), 0);
  assert.equal(breaches("wire/management/read-client.ts", core("payments")), 1);
  assert.equal(breaches("wire/certification/first-payment.ts", core("certification")), 0);
  assert.equal(breaches("wire/certification/first-payment.ts", core("payments")), 1);
  assert.equal(breaches("wire/reading/read-client.ts", core("management")), 1);
});

async function readSources(folder: string, kind = NO_TESTS): Promise<readonly Source[]> {
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => kind.test(file) && !/^(dist|\.build)|(^|\/)node_modules\//.test(file),
  );
  return Promise.all(
    files.map(async (file) => ({ file, text: await readFile(path.join(folder, file), "utf8") })),
  );
}

const EXPORTED_FUNCTION = /^export (?:async )?function\*? ?(\w+)/gm;
const EXPORTED_TYPE = /^export (?:abstract )?(?:type|interface|class|const) (\w+)/gm;

function findRepeatedNames(all: readonly Source[]): string[] {
  return [...groupDefinitions(all, EXPORTED_FUNCTION)]
    .filter(([name, files]) => files.length > 1 && !SHARED_NAMES.has(name))
    .map(([name, files]) => `${name}: ${files.join(", ")}`);
}

/** Two are allowed, because contracts repeat types of the core. */
function findRepeatedTypes(all: readonly Source[]): string[] {
  return [...groupDefinitions(all, EXPORTED_TYPE)]
    .filter(([, files]) => files.length > 2)
    .map(([name, files]) => `${name}: ${files.join(", ")}`);
}

/** The files that define each name. Left out if it occurs once per interface: see SHARED_NAMES. */
function groupDefinitions(all: readonly Source[], kind: RegExp): Map<string, readonly string[]> {
  const definitions = all.flatMap(({ file, text }) =>
    [...text.matchAll(kind)].map(([, name = ""]) => ({ name, file })),
  );
  const groups = [...Map.groupBy(definitions, ({ name }) => name)].map(
    ([name, places]) => [name, places.map(({ file }) => file)] as const,
  );
  return new Map(groups.filter(([, files]) => !areOncePerInterface(files)));
}

function areOncePerInterface(files: readonly string[]): boolean {
  const modules = new Set(files.map(findModule));
  return (
    modules.size === files.length && [...modules].every((one) => one.startsWith("interfaces/"))
  );
}

const RUNS_SQL = /\.(rows|count)\s*(<[^`]*>)?`|\.run(<[^`(]*>)?\(|\.copy\(|new Statement\(/;

function findMisnamedSql(all: readonly Source[]): string[] {
  const isStore = (file: string) =>
    file.endsWith("-store.ts") && !STORES_WITHOUT_SQL.includes(file.split(path.sep).join("/"));
  return all.flatMap(({ file, text }) => {
    if (isStore(file) && !RUNS_SQL.test(text)) return [`${file} runs no statement`];
    if (!file.endsWith("-sql.ts")) return [];
    if (!/\bsql`|\bSql\b/.test(text)) return [`${file} has no SQL fragment`];
    return RUNS_SQL.test(text) ? [`${file} runs a statement`] : [];
  });
}

function findLargeFolders(all: readonly Source[]): string[] {
  const folders = Map.groupBy(all, ({ file }) => path.dirname(file).split(path.sep).join("/"));
  return [...folders]
    .filter(([, files]) => files.length > FOLDER_FILES_MAX)
    .map(([folder, files]) => `${folder} has ${files.length} files`);
}

function findConsoleImports(all: readonly Source[]): string[] {
  return all.flatMap(({ file, text }) =>
    [...text.matchAll(/import (type )?[^;]*? from "(\.[^"]+)"/g)]
      .map(([, type, target = ""]) => ({ type, to: path.join(path.dirname(file), target) }))
      .filter(({ type, to }) => to.startsWith("..") && !(type && CONTRACT.test(to)))
      .map(({ to }) => `${file} must not import ${to}`),
  );
}

function findOutsideImports(all: readonly Source[]): string[] {
  return all.flatMap(({ file, text }) =>
    [...text.matchAll(/from "([^"]+)"/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !clientFiles.has(path.join(path.dirname(file), target)))
      .map((target) => `${file} must not import ${target}`),
  );
}

function findWrongImports(all: readonly Source[]): string[] {
  return all.flatMap(({ file, text }) =>
    listImports(file, text)
      .filter((target) => !mayImport(file, target))
      .map((target) => `${file} must not import ${target}`),
  );
}

function findMisplacedCode(all: readonly Source[]): string[] {
  return all.flatMap(({ file, text }) =>
    ONLY_IN.filter(([word, home]) => word.test(text) && !home.test(file)).map(
      ([word]) => `${file}: ${word.source}`,
    ),
  );
}

/**
 * Reads by indentation, which the formatter keeps: a body ends at the brace below its head. A call
 * with an object looks like the head of a method, and ends with "});" or "}),".
 */
function findLongFunctions(all: readonly Source[]): string[] {
  return all.flatMap(({ file, text }) => {
    const lines = text.split("\n");
    return lines.flatMap((line, start) => {
      const head = /^(\s*)(export )?(async )?(function\b|(static |readonly )?#?\w+\(.*\{$)/.exec(
        line,
      );
      if (head === null) return [];
      const ends = ["}", "});", "}),"].map((mark) => `${head[1]}${mark}`);
      const end = lines.findIndex((one, at) => at > start && ends.includes(one));
      const most = file.endsWith(".tsx") ? COMPONENT_LINES_MAX : FUNCTION_LINES_MAX;
      return end - start > most ? [`${file}:${start + 1}`] : [];
    });
  });
}

function listImports(file: string, text: string): string[] {
  return [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, target = ""]) =>
    path.join(path.dirname(file), target),
  );
}

function mayImport(file: string, target: string): boolean {
  const from = findModule(file);
  const to = findModule(target);
  if (from === to) return true;
  const allowed = MAY_IMPORT[from] ?? MAY_IMPORT[topFolder(from)] ?? [];
  return allowed.includes(to) || allowed.includes(topFolder(to));
}

function findModule(file: string): string {
  const [top = "", below = ""] = file.split(path.sep);
  const module = `${top}/${below}`;
  return top === "core" || top === "interfaces" || module in MAY_IMPORT ? module : top;
}

function topFolder(module: string): string {
  return module.split("/")[0] ?? "";
}
