/**
 * Strict-Transport-Security (RFC 6797): tells browsers to come back over TLS only. It is never sent
 * over plain HTTP, and costs nothing there.
 */
import { type IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../config.ts";

export type TransportPolicy = Config["strictTransportSecurity"];

const HEADER = "Strict-Transport-Security";

/**
 * For our own TLS: options of the server by which every response is created with the header, those
 * included that Node writes itself without asking us (no Host, an expectation that nobody meets).
 */
export function secureResponseOptions(policy: TransportPolicy) {
  if (policy === undefined) return {};
  class SecureResponse<Request extends IncomingMessage> extends ServerResponse<Request> {
    constructor(...given: ConstructorParameters<typeof ServerResponse<Request>>) {
      super(...given);
      this.setHeader(HEADER, policy as string);
    }
  }
  return { ServerResponse: SecureResponse };
}

/** For TLS that a trusted proxy ends: only the request tells whether its client came over TLS. */
export function addPolicyBehindProxy(
  server: FastifyInstance,
  { trustedProxies, tlsCertFile, strictTransportSecurity: policy }: Config,
): void {
  if (policy === undefined || trustedProxies.length === 0 || tlsCertFile !== undefined) return;
  server.addHook("onRequest", (request, reply, done) => {
    if (request.protocol === "https") reply.header(HEADER, policy);
    done();
  });
}

/** For an answer that is written to the socket without a response. */
export function policyHeaderLines(socket: Socket, policy: TransportPolicy): readonly string[] {
  const isSent = policy !== undefined && socket instanceof TLSSocket;
  return isSent ? [`${HEADER}: ${policy}`] : [];
}
