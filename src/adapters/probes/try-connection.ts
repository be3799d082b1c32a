/** Opens a TCP or TLS connection to a service and closes it again, without sending a request. */
import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

export type ConnectionTrial =
  | { readonly kind: "connected" }
  | { readonly kind: "refused"; readonly why: string };

export function tryConnection(url: URL, limitMs: number): Promise<ConnectionTrial> {
  const { promise, resolve } = Promise.withResolvers<ConnectionTrial>();
  const isTls = url.protocol === "https:";
  const socket = isTls ? openTls(url) : connectPlain(address(url));
  const end = (trial: ConnectionTrial) => {
    socket.destroy();
    resolve(trial);
  };
  socket.setTimeout(limitMs, () => end({ kind: "refused", why: "ETIMEDOUT" }));
  socket.once(isTls ? "secureConnect" : "connect", () => end({ kind: "connected" }));
  socket.once("error", ({ code, message }: NodeJS.ErrnoException) =>
    end({ kind: "refused", why: code ?? message }),
  );
  return promise;
}

function openTls(url: URL): Socket {
  const place = address(url);
  const name = isIP(place.host) === 0 ? { servername: place.host } : {};
  // Set here, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
  return connectTls({ ...place, ...name, rejectUnauthorized: true });
}

function address({ hostname, port, protocol }: URL) {
  const usual = protocol === "https:" ? 443 : 80;
  return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? usual : Number(port) };
}
