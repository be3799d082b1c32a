/** A merchant's webhook receiver on this machine. It records requests and answers by a script. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net";
import { promisify } from "node:util";
import type { Lifetime } from "./shared.ts";

export interface Arrival {
  readonly id: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly remotePort: number | undefined;
}

export type Reply = (response: ServerResponse, arrival: Arrival) => void;

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly arrivals: readonly Arrival[];
  /** Waits until this many requests have arrived. */
  has(count: number): Promise<void>;
  /** The number of open connections. */
  connections(): Promise<number>;
}

export interface ReceiverPlace {
  readonly host?: string;
  readonly port?: number;
  /** Keeps no arrivals, for runs with too many of them. */
  readonly forgets?: boolean;
}

const ok: Reply = (response) => response.end("ok");

export async function openReceiver(
  t: Lifetime,
  reply: Reply = ok,
  place: ReceiverPlace = {},
): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const arrival = {
      id: String(request.headers["webhook-id"]),
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks).toString("utf8"),
      remotePort: request.socket.remotePort,
    };
    if (place.forgets !== true) arrivals.push(arrival);
    reply(response, arrival);
    server.emit("arrival");
  });
  // Otherwise a slow machine would look like a client that opens a connection for each request.
  server.keepAliveTimeout = 60_000;
  const host = place.host ?? "127.0.0.1";
  await once(server.listen(place.port ?? 0, host), "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const has = async (count: number) => {
    while (arrivals.length < count) await once(server, "arrival");
  };
  const connections = promisify(server.getConnections.bind(server));
  return { url: `http://${host}:${port}/hook`, port, arrivals, has, connections };
}

/** A bare socket, for servers that do not answer or do not speak HTTP. */
export async function openSocket(
  t: Lifetime,
  onConnection: (socket: Socket) => void = () => {},
): Promise<{ readonly url: string; readonly connections: () => number }> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket.on("error", () => {}).resume());
    onConnection(socket);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, connections: () => sockets.size };
}
