/**
 * Some proxies write addresses with a port into X-Forwarded-For, such as 192.0.2.7:5678 or [::1]:443. The
 * port is removed before anything reads the header: with it, the value is no address, and a trusted
 * proxy in the middle of the list would not be recognized.
 */
import { isIP } from "node:net";
import type { FastifyInstance } from "fastify";

const HEADER = "x-forwarded-for";
const WITH_PORT = /^(?:\[(?<six>[^\]]+)\](?::\d{1,5})?|(?<four>[\d.]+):\d{1,5})$/;

/** Register it before all hooks that ask for the caller's address. */
export function readForwardedAddresses(server: FastifyInstance): void {
  server.addHook("onRequest", (request, _reply, done) => {
    const { headers } = request.raw;
    const sent = headers[HEADER];
    if (typeof sent === "string") headers[HEADER] = withoutPorts(sent);
    done();
  });
}

/** Text that is not an address with a port stays as it is. */
export function withoutPorts(list: string): string {
  // Only a port or an IPv6 address has a colon, and IPv6 addresses may be in brackets without a port.
  if (!/[:[]/.test(list)) return list;
  return list
    .split(",")
    .map((text) => withoutPort(text.trim()))
    .join(", ");
}

function withoutPort(text: string): string {
  const { six = "", four = "" } = WITH_PORT.exec(text)?.groups ?? {};
  if (isIP(six) === 6) return six;
  return isIP(four) === 4 ? four : text;
}
