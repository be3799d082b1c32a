/** Callers of a server whose certificate is made by the test, so they do not check it. */
import { Agent, get } from "node:https";
import { connect } from "node:tls";

/** Returns the name in the certificate that a new connection gets. */
async function readShownName(url: string): Promise<string | string[] | undefined> {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port), rejectUnauthorized: false });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once("secureConnect", resolve).once("error", reject);
  await promise;
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return CN;
}

/** Opens several connections, so that it probably reaches each of several processes. */
export async function allShowName(url: string, name: string): Promise<boolean> {
  // Handshakes cost CPU time, so polling uses one connection until the first process has the name.
  if ((await readShownName(url)) !== name) return false;
  const names = await Promise.all(Array.from({ length: 12 }, () => readShownName(url)));
  return names.every((shown) => shown === name);
}

/** On a connection of its own, within ten seconds. */
export async function readOverTls(url: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const agent = new Agent({ rejectUnauthorized: false });
  const signal = AbortSignal.timeout(10_000);
  get(url, { agent, signal }, (response) => {
    response.toArray().then((parts) => resolve(Buffer.concat(parts).toString("utf8")), reject);
  }).once("error", reject);
  return promise;
}
