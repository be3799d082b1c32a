/** Tests of cleaning.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Cleaning } from "./cleaning.ts";

test("resources are closed once, in reverse order, including those of branches", async () => {
  const closed: string[] = [];
  const cleaning = new Cleaning();
  cleaning.add(() => closed.push("first"));
  const branch = cleaning.branch();
  branch.add(() => closed.push("in the branch"));
  cleaning.add(() => closed.push("last"));
  await Promise.all([cleaning.finish(), cleaning.finish()]);
  assert.deepEqual(closed, ["last", "in the branch", "first"]);
});

test("a finished branch is not finished again", async () => {
  let closed = 0;
  const cleaning = new Cleaning();
  const branch = cleaning.branch();
  branch.add(() => closed++);
  await branch.finish();
  await cleaning.finish();
  assert.equal(closed, 1);
});

test("a resource that cannot be closed is reported, and the others are closed", async () => {
  const told: unknown[] = [];
  let isClosed = false;
  const cleaning = new Cleaning((error) => told.push(error));
  cleaning.add(() => {
    isClosed = true;
  });
  cleaning.add(() => Promise.reject(new Error("stuck")));
  await cleaning.finish();
  assert.ok(isClosed);
  assert.deepEqual(told.map(String), ["Error: stuck"]);
});

test("nothing new can be registered once cleaning has begun", async () => {
  const cleaning = new Cleaning();
  await cleaning.finish();
  assert.throws(() => cleaning.add(() => {}), /cleared away/);
  assert.throws(() => cleaning.branch(), /cleared away/);
});
