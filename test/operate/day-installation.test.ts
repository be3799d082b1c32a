/** The installation of the long run. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DayInstallation } from "./day-installation.ts";

test("a command of the day that does not end fails by its name", async (t) => {
  const installation = new DayInstallation(t, "", {});
  installation.commandLimitMs = 1;
  await assert.rejects(installation.command(["help"]), /help took longer than 1 ms/);
});
