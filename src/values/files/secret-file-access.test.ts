/** Tests of secret-file-access.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isOpenToOthers } from "./secret-file-access.ts";

const OURS = [2_000];
const skip = process.platform === "win32" && "Windows has no modes";
const isOpen = (mode: number, uid: number, gid: number) =>
  isOpenToOthers({ mode: 0o100_000 | mode, uid, gid }, OURS);

test("a file is private if only its owner has access", { skip }, () => {
  for (const mode of [0o400, 0o600, 0o700]) assert.equal(isOpen(mode, 1_000, 1_000), false);
});

test("root's file may be readable by our own group, as in Kubernetes, or by root's", {
  skip,
}, () => {
  for (const gid of [2_000, 0]) {
    assert.equal(isOpen(0o440, 0, gid), false);
    assert.equal(isOpen(0o640, 0, gid), false);
  }
});

test("a file is open if another group reads it, our group writes it, or anybody reads it", {
  skip,
}, () => {
  const cases = [
    { why: "another group", mode: 0o440, uid: 0, gid: 3_000 },
    { why: "another owner, who can give it to any group", mode: 0o440, uid: 1_000, gid: 2_000 },
    { why: "the group writes", mode: 0o660, uid: 0, gid: 2_000 },
    { why: "the group runs", mode: 0o450, uid: 0, gid: 2_000 },
    { why: "everybody reads", mode: 0o444, uid: 0, gid: 2_000 },
    { why: "everybody writes", mode: 0o602, uid: 0, gid: 2_000 },
  ];
  for (const { why, mode, uid, gid } of cases) assert.equal(isOpen(mode, uid, gid), true, why);
});
