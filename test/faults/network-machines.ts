/**
 * Machines of a network, as network namespaces of Linux on one bridge. Each has its own address and
 * ports. Servers of this machine's loopback are reachable for them by forwarded ports.
 */
import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import { atEnd, type Child, launch, MAIN, NODE, type Settings } from "../kit/process.ts";
import { until } from "../kit/until.ts";

const run = promisify(execFile);
const WEB_PORT = 8080;

/** Undefined if machines can be made here, or what is missing. */
export function whatMachinesLack(): string | undefined {
  if (process.platform !== "linux") return "network namespaces need Linux";
  if (process.getuid?.() !== 0) return "network namespaces need root";
  try {
    const name = `sd-try-${process.pid}`;
    execFileSync("ip", ["netns", "add", name], { stdio: "ignore" });
    execFileSync("ip", ["netns", "del", name], { stdio: "ignore" });
    return undefined;
  } catch {
    return "the command `ip netns` is missing or not allowed (Debian: iproute2)";
  }
}

export class Network {
  readonly #t: TestContext;
  readonly #names: string[] = [];
  readonly #bridge = `sdbr${process.pid % 100_000}`;
  readonly #subnet = `10.${90 + (process.pid % 100)}.${process.pid % 250}`;

  private constructor(t: TestContext) {
    this.#t = t;
  }

  static async open(t: TestContext): Promise<Network> {
    const network = new Network(t);
    await ip(`link add ${network.#bridge} type bridge`);
    atEnd(t, () => network.#remove());
    await ip(`addr add ${network.host}/24 dev ${network.#bridge}`);
    await ip(`link set ${network.#bridge} up`);
    return network;
  }

  /** The address of the machine that runs the test. */
  get host(): string {
    return `${this.#subnet}.1`;
  }

  async addMachine(name: string): Promise<Machine> {
    const number = this.#names.length + 2;
    const [space, outer, inner] = ["", "o", "i"].map(
      (end) => `sd${process.pid % 100_000}n${number}${end}`,
    );
    this.#names.push(space ?? "");
    const address = `${this.#subnet}.${number}`;
    await ip(`netns add ${space}`);
    await ip(`link add ${outer} type veth peer name ${inner}`);
    await ip(`link set ${inner} netns ${space}`);
    await ip(`link set ${outer} master ${this.#bridge} up`);
    await ip(`-n ${space} addr add ${address}/24 dev ${inner}`);
    await ip(`-n ${space} link set ${inner} up`);
    await ip(`-n ${space} link set lo up`);
    return new Machine(this.#t, { name, space: space ?? "", address });
  }

  /** Returns the URL of a server of this machine as the others reach it. */
  async forward(serverUrl: string): Promise<string> {
    const { port, hostname } = new URL(serverUrl);
    const server = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const socket of [near, far]) socket.on("error", () => {});
      near.pipe(far).pipe(near);
      near.on("close", () => far.destroy());
      far.on("close", () => near.destroy());
    });
    await once(server.listen(0, this.host), "listening");
    atEnd(this.#t, async () => {
      server.close();
    });
    const url = new URL(serverUrl);
    url.hostname = this.host;
    url.port = String((server.address() as AddressInfo).port);
    return url.href;
  }

  async #remove(): Promise<void> {
    for (const name of this.#names) await ip(`netns del ${name}`).catch(() => {});
    await ip(`link del ${this.#bridge}`).catch(() => {});
  }
}

interface Place {
  readonly name: string;
  readonly space: string;
  readonly address: string;
}

export class Machine {
  readonly #t: TestContext;
  readonly #place: Place;

  constructor(t: TestContext, place: Place) {
    this.#t = t;
    this.#place = place;
  }

  get url(): string {
    return `http://${this.#place.address}:${WEB_PORT}`;
  }

  async startWeb(settings: Settings): Promise<Child> {
    const child = this.#start("--web", { ...settings, HOST: "0.0.0.0", PORT: String(WEB_PORT) });
    await child.url();
    return child;
  }

  async startWorker(settings: Settings): Promise<Child> {
    const child = this.#start("--worker", settings);
    await until(() => child.isOver || child.stdout.includes("runs jobs only"));
    if (child.isOver) throw new Error(`${this.#place.name} ended: ${child.stderr}`);
    return child;
  }

  #start(option: string, settings: Settings): Child {
    const args = ["netns", "exec", this.#place.space, NODE, MAIN, "serve", option];
    return launch(this.#t, { program: "ip", args, settings });
  }
}

async function ip(words: string): Promise<void> {
  await run("ip", words.split(" "));
}
