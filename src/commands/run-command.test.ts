/** Tests of run-command.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError } from "../config.ts";
import { DatabaseSilent } from "../db/server-errors.ts";
import { StartError } from "../ports/start-error.ts";
import { errorSentence } from "./run-command.ts";

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });

test("an error of settings or of the start is reported as one sentence", () => {
  assert.equal(errorSentence(new StartError("Port 8080 is taken.")), "Port 8080 is taken.");
  assert.equal(errorSentence(new ConfigError(["PORT is no port."])), "PORT is no port.");
});

test("a database error during a command is one sentence that says its changes are uncertain", () => {
  const failures = [
    withCode("53100", "could not extend file: no space left on device"),
    withCode("57P01", "terminating connection due to administrator command"),
    withCode("ECONNRESET", "read ECONNRESET"),
    new Error("Connection terminated unexpectedly"),
    new DatabaseSilent("Query read timeout"),
  ];
  for (const failure of failures) {
    const sentence = errorSentence(failure) ?? "";
    assert.ok(sentence.includes(`failed during the command: ${failure.message}.`), failure.message);
    assert.match(sentence, /whether the command took effect/);
  }
});

test("a read-only database, a refused login and a missing database are each one sentence", () => {
  const failures = {
    "25006": "cannot execute INSERT in a read-only transaction",
    "28P01": 'password authentication failed for user "x"',
    "28000": "no pg_hba.conf entry for host",
    "3D000": 'database "x" does not exist',
    "42501": "permission denied for table accounts",
  };
  for (const [code, message] of Object.entries(failures)) {
    const sentence = errorSentence(withCode(code, message)) ?? "";
    assert.match(sentence, code === "25006" ? /is read-only/ : /cannot be used: .+\. Check/, code);
  }
});

test("an error of several addresses, which has no message, is reported by its code", () => {
  const error = Object.assign(new AggregateError([], ""), { code: "ECONNREFUSED" });
  assert.match(errorSentence(error) ?? "", /ECONNREFUSED/);
});

test("a full disk and a missing permission are each one sentence that names the file", () => {
  const full = Object.assign(withCode("ENOSPC", "no space left on device, write"), {
    syscall: "write",
  });
  assert.match(
    errorSentence(full) ?? "",
    /^The disk is full: write failed \(ENOSPC\)\. .*again\.$/,
  );
  const closed = Object.assign(withCode("EACCES", "permission denied, open '/mnt/x'"), {
    syscall: "open",
    path: "/mnt/x",
  });
  assert.match(errorSentence(closed) ?? "", /^There is no permission: open \/mnt\/x failed/);
});

test("an internal error keeps its stack", () => {
  assert.equal(errorSentence(withCode("42P01", 'relation "nothing" does not exist')), undefined);
  assert.equal(errorSentence(new TypeError("undefined is not a function")), undefined);
  assert.equal(errorSentence("thrown"), undefined);
});
