/** Connections to a bank's SFTP server: the server's key, our login, and what happens when it is away. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { listHostKeys } from "../../src/adapters/sftp-drop/open-sftp.ts";
import { SftpDrop } from "../../src/adapters/sftp-drop/sftp-drop.ts";
import type { SftpServer } from "../../src/ports/sftp-server.ts";
import { Secret } from "../../src/values/secret.ts";
import { openProxy } from "../faults/tcp-proxy.ts";
import { BANK, openSharedServer } from "../kit/bank-drops.ts";
import { StandingClock } from "../kit/clock.ts";
import { OpenSsh, WITHOUT_OPENSSH } from "../kit/openssh.ts";

const skip = WITHOUT_OPENSSH;
const TIMEOUTS = { connectMs: 10_000, stepMs: 10_000 };
const OTHER_KEY = `SHA256:${"A".repeat(43)}`;

function openDrop(t: TestContext, server: SftpServer, timeouts = TIMEOUTS): SftpDrop {
  const findServer = async () => server;
  const drop = new SftpDrop({ clock: new StandingClock(), findServer, timeouts });
  t.after(() => drop.close());
  return drop;
}

/** Tries to connect, and returns the error's message. */
async function refusal(t: TestContext, server: SftpServer, timeouts = TIMEOUTS): Promise<string> {
  return openDrop(t, server, timeouts)
    .checkConnection(BANK)
    .then(
      () => assert.fail("the server was accepted"),
      (error: Error) => error.message,
    );
}

test("a server with a pinned key is accepted", { skip }, async (t) => {
  const server = await (await openSharedServer(t)).makeBank();
  await openDrop(t, server).checkConnection(BANK);
});

test("a server with another key is refused, and the error names the key it offered", {
  skip,
}, async (t) => {
  const host = await openSharedServer(t);
  const server = await host.makeBank({ hostKeys: [OTHER_KEY] });
  const told = await refusal(t, server);
  assert.ok(told.includes(`offered the host key ssh-ed25519 ${host.fingerprint()}.`), told);
  assert.ok(told.includes(`Pinned: ${OTHER_KEY}`), told);
});

test("a wrong key is reported although the server refuses further connections", {
  skip,
}, async (t) => {
  const host = await openSharedServer(t);
  let connections = 0;
  const once = createServer((socket) => {
    if (++connections > 1) return socket.destroy();
    const onward = connect(host.port, "127.0.0.1");
    socket.on("error", () => {}).pipe(onward);
    return onward.on("error", () => {}).pipe(socket);
  });
  await new Promise<void>((resolve) => once.listen(0, "127.0.0.1", resolve));
  t.after(() => void once.close());
  const { port } = once.address() as AddressInfo;
  const told = await refusal(t, await host.makeBank({ hostKeys: [OTHER_KEY], port }));
  assert.ok(told.includes(`offered the host key ssh-ed25519 ${host.fingerprint()}.`), told);
});

test("a server is refused if no key is pinned", { skip }, async (t) => {
  const host = await openSharedServer(t);
  const told = await refusal(t, await host.makeBank({ hostKeys: [] }));
  assert.match(told, /No key is pinned, so the login was not sent/);
});

test("a server whose key has changed is refused until the new key is pinned", {
  skip,
}, async (t) => {
  const host = await OpenSsh.open(t);
  const server = await host.makeBank();
  await openDrop(t, server).checkConnection(BANK);
  host.makeHostKey("ed25519");
  await host.restart();
  assert.ok((await refusal(t, server)).includes(`ssh-ed25519 ${host.fingerprint()}`));
  const both = { ...server, hostKeys: [...server.hostKeys, host.fingerprint()] };
  await openDrop(t, both).checkConnection(BANK);
});

test("any key of a server can be pinned, and all offered keys can be listed", {
  skip,
}, async (t) => {
  const keyTypes = ["ed25519", "ecdsa", "rsa"] as const;
  const host = await OpenSsh.open(t, { keyTypes });
  for (const type of keyTypes) {
    const server = await host.makeBank({ hostKeys: [host.fingerprint(type)] });
    await openDrop(t, server).checkConnection(BANK);
  }
  const offered = await listHostKeys({ host: "127.0.0.1", port: host.port });
  const files = keyTypes.map((type) => path.join(host.root, `host-${type}.pub`));
  assert.deepEqual(
    offered.map(({ fingerprint }) => fingerprint),
    files.map(printFingerprint),
  );
});

function printFingerprint(file: string): string {
  const words = ["-l", "-E", "sha256", "-f", file];
  return execFileSync("ssh-keygen", words, { encoding: "utf8" }).split(" ")[1] ?? "";
}

test("a server that has only an RSA key is accepted", { skip }, async (t) => {
  const host = await OpenSsh.open(t, { keyTypes: ["rsa"] });
  await openDrop(t, await host.makeBank()).checkConnection(BANK);
});

test("a wrong user or key is refused, and the error does not contain the key", {
  skip,
}, async (t) => {
  const host = await openSharedServer(t);
  const other = path.join(host.root, "other");
  execFileSync("rm", ["-f", other, `${other}.pub`]);
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", other]);
  const privateKey = new Secret(await readFile(other, "utf8"));
  const login = { kind: "key", privateKey, passphrase: undefined } as const;
  const told = await refusal(t, await host.makeBank({ login, user: "nobody" }));
  assert.match(told, /refused the login of user nobody by private key/);
  const broken = { ...login, privateKey: new Secret("no key, but something secret") };
  const other2 = await refusal(t, await host.makeBank({ login: broken }));
  assert.match(other2, /^The private key for 127\.0\.0\.1:\d+ cannot be used/);
  assert.doesNotMatch(other2, /something secret/);
});

test("an encrypted private key needs its passphrase", { skip }, async (t) => {
  const host = await openSharedServer(t);
  const file = path.join(host.root, "encrypted");
  execFileSync("rm", ["-f", file]);
  execFileSync("cp", [path.join(host.root, "login"), file]);
  await chmod(file, 0o600);
  execFileSync("ssh-keygen", ["-q", "-p", "-P", "", "-N", "open sesame", "-f", file]);
  const privateKey = new Secret(await readFile(file, "utf8"));
  const login = { kind: "key", privateKey } as const;
  const without = await host.makeBank({ login: { ...login, passphrase: undefined } });
  assert.match(await refusal(t, without), /cannot be used: .*no passphrase/i);
  const passphrase = new Secret("open sesame");
  await openDrop(t, await host.makeBank({ login: { ...login, passphrase } })).checkConnection(BANK);
});

const PASSWORD = "correct horse";

/** sshd sees another file instead of /etc/shadow, and nobody else does. */
async function openPasswordServer(t: TestContext): Promise<OpenSsh | string> {
  if (process.getuid?.() !== 0) return "only root can start a server with a password of its own";
  const file = `/tmp/sixdoors-shadow-${process.pid}`;
  const hash = execFileSync("openssl", ["passwd", "-6", "-salt", "sixdoors", PASSWORD], {
    encoding: "utf8",
  });
  await writeFile(file, `root:${hash.trim()}:19000:0:99999:7:::\nsshd:!:19000::::::\n`);
  t.after(() => void execFileSync("rm", ["-f", file]));
  const words = ["unshare", "--mount", "sh", "-c", `mount --bind ${file} /etc/shadow && exec "$@"`];
  try {
    execFileSync("unshare", [...words.slice(1), "sh", "true"], { stdio: "ignore" });
  } catch {
    return "the machine does not allow mounts of its own";
  }
  const lines = ["PasswordAuthentication yes", "PubkeyAuthentication no"];
  return OpenSsh.open(t, { lines, launcher: [...words, "sh"] });
}

test("a password logs in, and a wrong one is refused", { skip }, async (t) => {
  const host = await openPasswordServer(t);
  // Only root can give sshd a password that no account of the machine has. The text says what is missing.
  if (typeof host === "string") return t.skip(host);
  const login = (text: string) => ({ kind: "password", password: new Secret(text) }) as const;
  await openDrop(t, await host.makeBank({ login: login(PASSWORD) })).checkConnection(BANK);
  const told = await refusal(t, await host.makeBank({ login: login("wrong horse") }));
  assert.match(told, /refused the login of user root by password/);
  assert.doesNotMatch(told, /horse/);
});

test("a server that is away is named, and works again after its restart", { skip }, async (t) => {
  const host = await OpenSsh.open(t);
  const server = await host.makeBank();
  const drop = openDrop(t, server);
  await drop.checkConnection(BANK);
  await host.stop();
  await assert.rejects(
    drop.checkConnection(BANK),
    /127\.0\.0\.1:\d+ (could not be reached|was lost)/,
  );
  await assert.rejects(drop.checkConnection(BANK), /could not be reached: connect ECONNREFUSED/);
  await host.start();
  await drop.checkConnection(BANK);
});

test("a server that does not answer is given up after a time", { skip }, async (t) => {
  const host = await openSharedServer(t);
  const proxy = await openProxy(t, `sftp://127.0.0.1:${host.port}`);
  const server = await host.makeBank({ port: Number(new URL(proxy.url).port) });
  const drop = openDrop(t, server, { connectMs: 5_000, stepMs: 300 });
  await drop.checkConnection(BANK);
  const release = proxy.hold();
  await assert.rejects(drop.checkConnection(BANK), /did not answer within 0\.3 s/);
  const slow = openDrop(t, server, { connectMs: 300, stepMs: 300 });
  await assert.rejects(slow.checkConnection(BANK), /no complete login within 0\.3 s/);
  release();
  await drop.checkConnection(BANK);
});
