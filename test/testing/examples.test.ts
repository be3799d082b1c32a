/**
 * The examples for Vitest and Jest with the tarball of the package. npm installs the two runners,
 * several hundred packages, so only `npm run proof -- kit` does this.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { makeKitCache } from "../kit/kit-gateway.ts";
import { copyExample, runInExample } from "../kit/kit-parent.ts";
import { packPackage } from "../kit/package.ts";
import { listCodeBlocks, pageText } from "../kit/pages.ts";
import { NODE } from "../kit/process.ts";
import { tier } from "../kit/tier.ts";

const run = promisify(execFile);
const INSTALL = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--silent"];
/** Vitest needs Node 22. The others run on the machine's own Node. */
const RUNNERS = [
  { name: "testing-node", packages: [], args: ["--test"] },
  {
    name: "testing-vitest",
    packages: ["vitest"],
    args: ["node_modules/vitest/vitest.mjs", "run"],
    node: NODE,
  },
  { name: "testing-jest", packages: ["jest"], args: ["node_modules/jest/bin/jest.js"] },
];

const skip = tier(0, 1) === 1 ? false : "npm run proof -- kit installs the runners";

test("the examples pass with the installed package in all three runners", { skip }, async (t) => {
  const { tarball } = await packPackage(t, true);
  const cache = await makeKitCache(t);
  for (const { name, packages, args, node } of RUNNERS) {
    await t.test(name, async (t) => {
      const folder = await copyExample(t, name);
      await run("npm", [...INSTALL, "-D", tarball, ...packages], { cwd: folder });
      if (name === "testing-node") await writeFirstTest(folder);
      const { code, stdout, stderr } = await runInExample(t, folder, { args, cache, node });
      assert.equal(code, 0, stdout + stderr);
      assert.match(stdout + stderr, /pass 6|5 passed/);
    });
  }
});

/** The test that docs/testing.md leads with. */
async function writeFirstTest(folder: string): Promise<void> {
  const first = listCodeBlocks(pageText("docs/testing.md")).find(
    ({ language }) => language === "js",
  );
  await writeFile(path.join(folder, "first.test.mjs"), first?.text ?? "");
}
