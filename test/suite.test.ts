/** How the suite runs: no test file is left out, files do not interfere, and no failure is lost. */
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { closeSharedByOthers, type Lifetime, openShared } from "./kit/shared.ts";

type Files = readonly string[];

interface Selection {
  readonly own: readonly Files[];
  readonly shared: readonly Files[];
}

interface Groups {
  suiteGroups(): Selection;
  fastGroups(): Selection;
  readonly HSM_FILES: readonly string[];
  readonly SECONDS: Readonly<Record<string, number>>;
  readonly WAITING: readonly string[];
}

const ROOT = path.resolve(import.meta.dirname, "..");
const FOLDERS = ["bench", "client", "console", "src", "test"];
const groups: Groups = await import(path.join(ROOT, "scripts/test-groups.mjs"));
const { TestProcess }: { TestProcess: new () => TestProcess } = await import(
  path.join(ROOT, "scripts/test-process.mjs")
);

interface TestProcess {
  run(files: Files): Promise<{ printed: string; results?: Results }>;
  end(): Promise<string | undefined>;
}

interface Results {
  readonly output: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly isSuccess: boolean;
  readonly failed: readonly string[];
}

async function findTestFiles(): Promise<readonly string[]> {
  const found = FOLDERS.map(async (folder) =>
    (await readdir(path.join(ROOT, folder), { recursive: true })).map((file) =>
      path.posix.join(folder, ...file.split(path.sep)),
    ),
  );
  return (await Promise.all(found)).flat().filter((file) => file.endsWith(".test.ts"));
}

const files = await findTestFiles();

test("the whole suite runs every test file once", () => {
  assert.ok(files.length > 400, `only ${files.length} files were found`);
  const { own, shared } = groups.suiteGroups();
  assert.deepEqual([...own, ...shared].flat().toSorted(), files.toSorted());
});

test("the files that also run with keys in SoftHSM are test files, each once", () => {
  assert.deepEqual(
    groups.HSM_FILES.filter((file) => !files.includes(file)),
    [],
  );
  assert.equal(new Set(groups.HSM_FILES).size, groups.HSM_FILES.length);
});

test("the fast selection has only test files, each once", () => {
  const { own, shared } = groups.fastGroups();
  const fast = [...own, ...shared].flat();
  assert.deepEqual(
    fast.filter((file) => !files.includes(file)),
    [],
  );
  assert.equal(new Set(fast).size, fast.length);
});

test("every file with a known length, and every one that waits, is a test file", () => {
  const waiting = groups.WAITING.filter((name) => name.endsWith(".ts"));
  assert.deepEqual(
    [...Object.keys(groups.SECONDS), ...waiting].filter((file) => !files.includes(file)),
    [],
  );
});

test("a file that measures or changes its process has a process of its own", () => {
  const alone = [
    "test/parser/payloads/hostile.test.ts",
    "test/parser/payloads/mutations.test.ts",
    "test/payments/card-host-tls.test.ts",
    "test/pos/login.test.ts",
  ];
  for (const file of alone) {
    const group = groups.suiteGroups().own.find((group) => group.includes(file));
    assert.deepEqual(group, [file]);
  }
});

test("no file has a hook that would run for the other files of its process", async () => {
  const texts = files.map(async (file) => ({
    file,
    text: await readFile(path.join(ROOT, file), "utf8"),
  }));
  const hooked = (await Promise.all(texts)).filter(({ text }) =>
    /^(before|beforeEach|afterEach)\(/m.test(text),
  );
  assert.deepEqual(
    hooked.map(({ file }) => file),
    [],
  );
});

test("what the tests of a file share is opened once, and closed when another file is tested", async () => {
  const after = () => assert.fail("a single test must not close it");
  const first: Lifetime = { filePath: "first", after };
  const second: Lifetime = { filePath: "second", after };
  const closed: number[] = [];
  let count = 0;
  const open = async (t: Lifetime) => {
    const number = ++count;
    t.after(() => void closed.push(number));
    return number;
  };
  assert.deepEqual([await openShared(first, open), await openShared(first, open)], [1, 1]);
  await closeSharedByOthers(first);
  assert.deepEqual(closed, []);
  await closeSharedByOthers(second);
  assert.deepEqual(closed, [1]);
  assert.equal(await openShared(second, open), 2);
  assert.equal(await openShared(first, open), 3);
  assert.deepEqual(closed, [1, 2]);
});

test("what could not be opened is opened again for the next test", async () => {
  const t: Lifetime = { filePath: "third", after: () => assert.fail() };
  let count = 0;
  const open = async () => (++count === 1 ? Promise.reject(new Error("busy")) : count);
  await assert.rejects(openShared(t, open), /busy/);
  assert.equal(await openShared(t, open), 2);
});

/** Writes test files with these bodies and gives them to one process, one run for each file. */
async function runTestFiles(t: TestContext, bodies: readonly string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors-run-tests-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const testProcess = new TestProcess();
  t.after(() => testProcess.end());
  const runs = [];
  for (const [index, body] of bodies.entries()) {
    const file = path.join(folder, `${index}.test.mjs`);
    const text = `test("test ${index}", async () => {${body}});`;
    await writeFile(file, `import { test } from "node:test";\n${text}\n`);
    runs.push(await testProcess.run([file]));
  }
  return { runs, reason: await testProcess.end() };
}

/** The run of a process that runs nothing else. */
async function runTestFile(t: TestContext, body: string) {
  const { runs, reason } = await runTestFiles(t, [body]);
  return { ...runs[0], reason };
}

test("each run of a process has its own results", async (t) => {
  const bodies = ["", "throw new Error('expected')", ""];
  const { runs, reason } = await runTestFiles(t, bodies);
  assert.deepEqual(
    runs.map(({ results }) => results?.isSuccess),
    [true, false, true],
  );
  assert.deepEqual(
    runs.map(({ results }) => results?.counts["tests"]),
    [1, 1, 1],
  );
  assert.match(runs[1]?.results?.failed.join() ?? "", /1\.test\.mjs:2 test 1\n.*expected/);
  assert.match(runs[2]?.results?.output ?? "", /✔ test 2/);
  assert.equal(reason, undefined);
});

test("an uncaught error and an unhandled rejection fail the run, whatever the tests say", async (t) => {
  const later = "await new Promise((done) => setTimeout(done, 20));";
  const runs = [
    `setTimeout(() => { throw new Error("expected"); }, 1); ${later}`,
    `await null; setTimeout(() => { throw new Error("expected"); }, 1); ${later}`,
    `Promise.reject(new Error("expected")); ${later}`,
    `await null; Promise.reject(new Error("expected")); ${later}`,
  ];
  for (const { results } of await Promise.all(runs.map((body) => runTestFile(t, body)))) {
    assert.equal(results?.isSuccess, false);
    assert.match(results.output, /expected/);
  }
});

test("a run waits for what its tests have left running, and an error there fails it", async (t) => {
  const body = `setTimeout(() => { throw new Error("expected"); }, 100);`;
  const { results } = await runTestFile(t, body);
  assert.equal(results?.isSuccess, false);
  assert.match(results.output, /expected/);
});

test("a process that ends during a run has no results, and says how it ended", async (t) => {
  const { runs, reason } = await runTestFiles(t, [
    `console.error("printed"); process.exit(3);`,
    "never run",
  ]);
  assert.deepEqual(
    runs.map(({ results }) => results),
    [undefined, undefined],
  );
  assert.match(runs[0]?.printed ?? "", /printed/);
  assert.match(reason ?? "", /^exit code 3/);
});

test("a process that fails after its last run says how", async (t) => {
  const { results, reason } = await runTestFile(
    t,
    `process.on("exit", () => { console.error("too late"); process.exitCode = 7; });`,
  );
  assert.equal(results?.isSuccess, true);
  assert.match(reason ?? "", /^exit code 7\n[\s\S]*too late/);
});
