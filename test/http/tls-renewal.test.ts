/** TLS files that are renewed while the program serves, and expired certificates. */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import { makeCertificate, type TestCertificate, writeCertificate } from "../kit/certificate.ts";
import { serveHere } from "../kit/command-process.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { makeFolder } from "../kit/process.ts";
import { allShowName, readOverTls } from "../kit/tls-client.ts";
import { until } from "../kit/until.ts";

/** Changed files are polled every five seconds. */
const NOTICED_WITHIN_MS = 15_000;

async function serveTls(t: TestContext, first: TestCertificate) {
  const folder = await makeFolder(t);
  const { files, write } = await writeCertificate(folder, first);
  const database = await openSeededDatabase(t);
  const { child, url } = await serveHere(t, {
    ...{ DATABASE_URL: database.url, MASTER_KEY: "7e57".repeat(16), DATA_DIR: folder },
    ...{ TLS_CERT_FILE: files.cert, TLS_KEY_FILE: files.key, LOG_LEVEL: "warn" },
  });
  return { child, url, files, write };
}

test("an expired certificate is reported, and a renewed one is used", async (t) => {
  const { child, url, files, write } = await serveTls(t, makeCertificate("expired", -2));

  await t.test("in the log, at readiness and in the metrics", async () => {
    assert.match(child.stdout, /"level":"error".*TLS certificate expired/);
    const { status, checks } = JSON.parse(await readOverTls(`${url}/health/ready`));
    assert.equal(status, "ready");
    const check = checks.find(({ name }: { name: string }) => name === "tls certificate");
    assert.equal(check.level, "warning");
    assert.match(check.reason, /expired/);
    const days = /^sixdoors_tls_certificate_days_left (\S+)$/m.exec(
      await readOverTls(`${url}/metrics`),
    );
    assert.ok(Math.abs(Number(days?.[1]) + 2) < 0.1, `${days?.[1]}`);
  });

  await t.test("SIGHUP reads the files again and ends no connection", async () => {
    await write(makeCertificate("renewed", 90));
    child.kill("SIGHUP");
    await until(() => allShowName(url, "renewed"), 4_000);
    const { checks } = JSON.parse(await readOverTls(`${url}/health/ready`));
    const check = checks.find(({ name }: { name: string }) => name === "tls certificate");
    assert.deepEqual(check, { name: "tls certificate", level: "ok" });
  });

  await t.test(
    "files that cannot be used leave the old certificate in use, with a word",
    async () => {
      const other = makeCertificate("other", 90);
      await writeFile(files.key, other.key);
      child.kill("SIGHUP");
      await until(() => /"level":"error".*TLS_KEY_FILE/.test(child.stdout), 4_000);
      assert.ok(await allShowName(url, "renewed"));
      const { checks } = JSON.parse(await readOverTls(`${url}/health/ready`));
      assert.match(JSON.stringify(checks), /old certificate is still in use/);
    },
  );

  await t.test("changed files are noticed without a signal", async () => {
    await write(makeCertificate("renewed again", 90));
    await until(() => allShowName(url, "renewed again"), NOTICED_WITHIN_MS);
  });
  assert.equal((await child.stop()).code, 0);
});
