/** Tests of open-http-verifier.ts. */
import assert from "node:assert/strict";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { StartError } from "../../ports/start-error.ts";
import { Secret } from "../../values/secret.ts";
import { openHttpVerifier, type ProviderSettings } from "./open-http-verifier.ts";

const GOOD = {
  url: "https://verify.example.com/",
  keyHeader: { name: "x-key" },
  body: { id: "{{requestId}}", r: "{{routingNumber}}", a: "{{accountNumber}}" },
  answers: [{ status: 200, where: { "/ok": true }, means: "passed" }],
};

async function openFolder(t: TestContext) {
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors-verifier-"));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "provider.json");
  const keyFile = path.join(folder, "key");
  const describe = (mapping: object) => writeFile(file, JSON.stringify(mapping));
  const open = (changes: Partial<ProviderSettings> = {}) =>
    openHttpVerifier({
      environment: "production",
      file,
      key: undefined,
      keyFile: undefined,
      ...changes,
    });
  await describe(GOOD);
  return { folder, file, keyFile, describe, open };
}

function says(pattern: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof StartError, String(error));
    assert.match(error.message, pattern);
    return true;
  };
}

test("a provider is opened with its file and a key from a setting or a file", async (t) => {
  const { keyFile, open } = await openFolder(t);
  await open({ key: new Secret("k") }).close();
  await writeFile(keyFile, "some-key\n", { mode: 0o600 });
  await open({ keyFile }).close();
});

test("all errors of the file are reported at once, each with the name of the file", async (t) => {
  const { describe, open } = await openFolder(t);
  await describe({ ...GOOD, url: "http://verify.example.com/", answers: [] });
  const twoLines = /^VERIFIER_FILE \S+: url must begin .*\nVERIFIER_FILE \S+: answers must be .*$/;
  assert.throws(() => open({ key: new Secret("k") }), says(twoLines));
});

test("a file that cannot be read is reported in one sentence", async (t) => {
  const { folder, open } = await openFolder(t);
  const missing = path.join(folder, "missing");
  assert.throws(
    () => open({ file: missing }),
    says(/^VERIFIER_FILE \S+ cannot be read \(ENOENT\)\.$/),
  );
  assert.throws(
    () => open({ file: folder }),
    says(/^VERIFIER_FILE \S+ cannot be read \(EISDIR\)\.$/),
  );
  assert.throws(() => open({ keyFile: missing }), says(/^VERIFIER_KEY_FILE \S+ cannot be read/));
});

test("a key needs keyHeader, and keyHeader needs a key", async (t) => {
  const { describe, open } = await openFolder(t);
  assert.throws(() => open(), says(/keyHeader needs a key\. Set VERIFIER_KEY or/));
  await describe({ ...GOOD, keyHeader: undefined });
  assert.throws(() => open({ key: new Secret("k") }), says(/keyHeader is missing/));
  await open().close();
});

test("a key file has one plain line, and in production no other user may read it", async (t) => {
  const { keyFile, open } = await openFolder(t);
  await writeFile(keyFile, "two\nlines", { mode: 0o600 });
  assert.throws(
    () => open({ keyFile }),
    says(/must contain one line of plain ASCII text without spaces\.$/),
  );
  await writeFile(keyFile, "some-key");
  await chmod(keyFile, 0o644);
  assert.throws(
    () => open({ keyFile }),
    says(/^Other users can read VERIFIER_KEY_FILE .* mode to 0600\.$/),
  );
  await open({ keyFile, environment: "certification" }).close();
});
