/**
 * An OpenSSH server of a test: its own keys, its own port, and folders like those of a bank. Nothing of
 * the machine's own server is used or changed.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import type { SftpServer } from "../../src/ports/sftp-server.ts";
import { Secret } from "../../src/values/secret.ts";
import type { Lifetime } from "./shared.ts";
import { until } from "./until.ts";

const SSHD = "/usr/sbin/sshd";
/** sshd of root needs this empty folder. Debian creates it when it starts its own server. */
const EMPTY_FOLDER = "/run/sshd";

/** Pass it to `skip`. */
export const WITHOUT_OPENSSH = existsSync(SSHD)
  ? false
  : "OpenSSH is not installed here (Debian: openssh-server)";

type KeyType = "ed25519" | "rsa" | "ecdsa";

export interface OpenSshWish {
  readonly keyTypes?: readonly KeyType[];
  /** More lines for sshd_config. */
  readonly lines?: readonly string[];
  /** Options of the SFTP server, such as "-P posix-rename". */
  readonly sftpOptions?: string;
  /** Starts sshd with these words before it, such as those of unshare. */
  readonly launcher?: readonly string[];
}

export class OpenSsh {
  readonly port: number;
  /** Contains everything: keys, configuration and the folders of the bank. */
  readonly root: string;
  #wish: OpenSshWish;
  #child: ChildProcess | undefined;
  #banks = 0;

  private constructor(port: number, root: string, wish: OpenSshWish) {
    this.port = port;
    this.root = root;
    this.#wish = wish;
  }

  static async open(t: Lifetime, wish: OpenSshWish = {}): Promise<OpenSsh> {
    const root = await mkdtemp(path.join(tmpdir(), "sixdoors-openssh-"));
    const server = new OpenSsh(await findFreePort(), root, wish);
    t.after(async () => {
      await server.stop();
      await rm(root, { recursive: true, force: true });
    });
    for (const type of wish.keyTypes ?? ["ed25519"]) server.makeHostKey(type);
    makeKey(path.join(root, "login"), "ed25519");
    await writeFile(path.join(root, "authorized"), await readFile(path.join(root, "login.pub")));
    await server.start();
    return server;
  }

  /** Replaces the key of this type. It is used after a restart. */
  makeHostKey(type: KeyType): void {
    makeKey(path.join(this.root, `host-${type}`), type);
  }

  /** As the bank would tell it by telephone: what `ssh-keygen -l` prints. */
  fingerprint(type: KeyType = "ed25519"): string {
    const [, key = ""] = readFileSync(path.join(this.root, `host-${type}.pub`), "utf8").split(" ");
    const digest = createHash("sha256").update(Buffer.from(key, "base64")).digest("base64");
    return `SHA256:${digest.replace(/=+$/, "")}`;
  }

  async privateKey(): Promise<Secret> {
    return new Secret(await readFile(path.join(this.root, "login"), "utf8"));
  }

  /** The settings of a connection to this server, with new folders. */
  async makeBank(own: Partial<SftpServer> = {}): Promise<SftpServer> {
    const bank = `bank ${++this.#banks}`;
    const place = (name: string) => path.join(this.root, bank, name);
    const [outbox, inbox, archive] = [place("outbox"), place("inbox"), place("archive")];
    for (const folder of [outbox, inbox, archive]) await mkdir(folder, { recursive: true });
    const [type = "ed25519"] = this.#wish.keyTypes ?? [];
    return {
      ...{ host: "127.0.0.1", port: this.port, user: userInfo().username },
      hostKeys: [this.fingerprint(type)],
      folders: { outbox, drafts: outbox, inbox, archive },
      login: { kind: "key", privateKey: await this.privateKey(), passphrase: undefined },
      ...own,
    };
  }

  async start(): Promise<void> {
    if (process.getuid?.() === 0) await mkdir(EMPTY_FOLDER, { recursive: true });
    const file = path.join(this.root, "sshd_config");
    await writeFile(file, this.#configuration());
    const [program = SSHD, ...words] = [
      ...(this.#wish.launcher ?? []),
      SSHD,
      "-D",
      "-e",
      "-f",
      file,
    ];
    const child = spawn(program, words, { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (text) => {
      said = (said + text).slice(-4_000);
    });
    this.#child = child;
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`sshd has ended: ${said}`);
      return isAnswering(this.port);
    });
  }

  /** Kills the server and everything that it does for its clients. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    for (const pid of await findDescendants(child.pid)) kill(pid);
    await ended;
  }

  /** With other options of the SFTP server, if they are given. */
  async restart(sftpOptions?: string): Promise<void> {
    await this.stop();
    if (sftpOptions !== undefined) this.#wish = { ...this.#wish, sftpOptions };
    await this.start();
  }

  #configuration(): string {
    const { keyTypes = ["ed25519"], lines = [], sftpOptions = "" } = this.#wish;
    return [
      `ListenAddress 127.0.0.1:${this.port}`,
      ...keyTypes.map((type) => `HostKey ${path.join(this.root, `host-${type}`)}`),
      `AuthorizedKeysFile ${path.join(this.root, "authorized")}`,
      `Subsystem sftp internal-sftp ${sftpOptions}`,
      ...["PidFile none", "StrictModes no", "UsePAM no", "UseDNS no", "PermitRootLogin yes"],
      ...["MaxStartups 100", "LogLevel ERROR"],
      ...(lines.length > 0 ? lines : ["PasswordAuthentication no"]),
      "",
    ].join("\n");
  }
}

function makeKey(file: string, type: KeyType): void {
  // A longer RSA key takes seconds to make.
  const size = type === "rsa" ? ["-b", "2048"] : [];
  for (const old of [file, `${file}.pub`]) rmSync(old, { force: true });
  execFileSync("ssh-keygen", ["-q", "-t", type, ...size, "-N", "", "-f", file]);
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function isAnswering(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "data");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** The process and its children, the youngest first. Sessions of sshd are not in its process group. */
async function findDescendants(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const children = text.split(" ").filter(Boolean).map(Number);
  const deeper = await Promise.all(children.map(findDescendants));
  return [...deeper.flat(), pid];
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
