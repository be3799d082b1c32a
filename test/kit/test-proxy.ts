/** A TCP proxy in front of a server, which a test can interrupt. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface TestProxy {
  /** The server's URL with the address of the proxy. */
  readonly url: string;
  /** Breaks all connections and refuses new ones, until it is true again. */
  setOpen(isOpen: boolean): void;
  close(): Promise<void>;
}

export async function openTestProxy(target: URL): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port) });
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(one);
      one.on("error", () => other.destroy()).on("close", () => sockets.delete(one));
      one.pipe(other);
    }
    if (!isOpen) near.destroy(new Error("closed"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    setOpen: (now) => {
      isOpen = now;
      if (!now) breakAll();
    },
    close: async () => {
      server.close();
      breakAll();
    },
  };
}
