/** How scripts/test-groups.mjs divides the suite: nothing is left out, and files do not interfere. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { closeSharedByOthers, type Lifetime, openShared } from "./kit/shared.ts";

interface Groups {
  suiteGroups(): readonly (readonly string[])[];
  fastGroups(): readonly (readonly string[])[];
  readonly HSM_FILES: readonly string[];
  readonly SECONDS: Readonly<Record<string, number>>;
}

const ROOT = path.resolve(import.meta.dirname, "..");
const FOLDERS = ["bench", "client", "console", "src", "test"];
const groups: Groups = await import(path.join(ROOT, "scripts/test-groups.mjs"));

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
  assert.deepEqual(groups.suiteGroups().flat().toSorted(), files.toSorted());
});

test("the files that also run with keys in SoftHSM are test files, each once", () => {
  assert.deepEqual(
    groups.HSM_FILES.filter((file) => !files.includes(file)),
    [],
  );
  assert.equal(new Set(groups.HSM_FILES).size, groups.HSM_FILES.length);
});

test("the fast selection has only test files, each once", () => {
  const fast = groups.fastGroups().flat();
  assert.deepEqual(
    fast.filter((file) => !files.includes(file)),
    [],
  );
  assert.equal(new Set(fast).size, fast.length);
});

test("every file with a known length is a test file", () => {
  assert.deepEqual(
    Object.keys(groups.SECONDS).filter((file) => !files.includes(file)),
    [],
  );
});

test("a file that measures or changes its process has a process of its own", () => {
  const alone = [
    "test/parser/payloads/mutations.test.ts",
    "test/payments/card-host-tls.test.ts",
    "test/pos/login.test.ts",
  ];
  for (const file of alone) {
    const group = groups.suiteGroups().find((group) => group.includes(file));
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

/** Runs one file as the suite does, and returns its exit code and its output. */
async function runTestFile(t: TestContext, body: string) {
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors-run-tests-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "one.test.mjs");
  await writeFile(file, `import { test } from "node:test";\ntest("one", async () => {${body}});\n`);
  // The runner writes its summary to the fourth stream, here the standard output.
  const command = `exec "$0" scripts/run-tests.mjs "$1" 3>&1`;
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile("sh", ["-c", command, process.execPath, file], { cwd: ROOT }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, output: out + err }),
    );
  });
}

test("a process succeeds if its tests pass, and fails if one of them fails", async (t) => {
  const [good, bad] = await Promise.all([
    runTestFile(t, ""),
    runTestFile(t, "throw new Error('expected')"),
  ]);
  assert.equal(good.code, 0, good.output);
  assert.match(good.output, /"passed":1/);
  assert.equal(bad.code, 1, bad.output);
  assert.match(bad.output, /"failed":1/);
});

test("an uncaught error and an unhandled rejection fail the process, whatever the tests say", async (t) => {
  const later = "await new Promise((done) => setTimeout(done, 20));";
  const runs = [
    `setTimeout(() => { throw new Error("expected"); }, 1); ${later}`,
    `await null; setTimeout(() => { throw new Error("expected"); }, 1); ${later}`,
    `Promise.reject(new Error("expected")); ${later}`,
    `await null; Promise.reject(new Error("expected")); ${later}`,
  ];
  for (const { code, output } of await Promise.all(runs.map((body) => runTestFile(t, body)))) {
    assert.equal(code, 1, output);
    assert.match(output, /expected/);
  }
});
