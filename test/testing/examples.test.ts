/**
 * The examples for Vitest and Jest with the tarball of the package. npm installs the two runners,
 * several hundred packages, so only `npm run proof -- kit` does this.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { copyExample, runInExample } from "../kit/kit-parent.ts";
import { packPackage } from "../kit/package.ts";
import { NODE } from "../kit/process.ts";
import { tier } from "../kit/tier.ts";

const run = promisify(execFile);
const INSTALL = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--silent"];
/** Vitest needs Node 22. The others run on the machine's own Node. */
const RUNNERS = [
  { name: "testing-node", packages: [], words: ["--test"] },
  {
    name: "testing-vitest",
    packages: ["vitest"],
    words: ["node_modules/vitest/vitest.mjs", "run"],
    node: NODE,
  },
  { name: "testing-jest", packages: ["jest"], words: ["node_modules/jest/bin/jest.js"] },
];

const skip = tier(0, 1) === 1 ? false : "npm run proof -- kit installs the runners";

test("the examples pass with the installed package in all three runners", { skip }, async (t) => {
  const { tarball } = await packPackage(t, true);
  for (const { name, packages, words, node } of RUNNERS) {
    await t.test(name, async (t) => {
      const folder = await copyExample(t, name);
      await run("npm", [...INSTALL, "-D", tarball, ...packages], { cwd: folder });
      const { code, stdout, stderr } = await runInExample(t, folder, words, node);
      assert.equal(code, 0, stdout + stderr);
      assert.match(stdout + stderr, /pass 5|5 passed/);
    });
  }
});
