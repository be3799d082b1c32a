/** A client that answers digest challenges can use the parser, over real connections. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { openTestApp } from "../kit/app.ts";
import { PATH } from "../kit/parser-interface.ts";
import { readAtTerminal } from "../kit/terminal.ts";

const run = promisify(execFile);
const HAS_CURL = spawnSync("curl", ["--version"]).status === 0;
const USER = "harbor:harbor-certification-key-00000001";

test("curl --digest decrypts", { skip: HAS_CURL ? false : "curl is not installed" }, async (t) => {
  const { server } = await openTestApp(t);
  const url = `${await server.listen({ host: "127.0.0.1", port: 0 })}${PATH}`;
  const send = async (counter: number, ...more: string[]) => {
    const body = { ...readAtTerminal({ counter }), deviceSerial: "GEN0000001" };
    const json = ["-H", "Content-Type: application/json", "-d", JSON.stringify(body)];
    const { stdout } = await run("curl", ["-s", "--max-time", "20", ...more, ...json, url]);
    return JSON.parse(stdout);
  };
  for (const way of ["--digest", "--basic", "--anyauth"]) {
    const { success, extracted } = await send(1, way, "-u", USER);
    assert.deepEqual([success, extracted?.PAN], [true, "4761739001010119"], way);
  }
  assert.equal((await send(2)).errCode, 3000);
  assert.equal((await send(2, "--digest", "-u", "harbor:wrong")).errCode, 1003);
});
