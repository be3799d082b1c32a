/**
 * Strict-Transport-Security (RFC 6797), which tells browsers to use TLS only. The header is never
 * sent over plain HTTP.
 */
import { type IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../config.ts";

export type TransportPolicy = Config["strictTransportSecurity"];

const HEADER = "Strict-Transport-Security";

/**
 * For TLS that this process serves: server options that add the header to every response, including
 * those that Node writes itself (a missing Host header, an unknown Expect header).
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

/** For TLS that a trusted proxy terminates: each request says whether its client used TLS. */
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

/** For an answer that is written directly to the socket. */
export function policyHeaderLines(socket: Socket, policy: TransportPolicy): readonly string[] {
  const isSent = policy !== undefined && socket instanceof TLSSocket;
  return isSent ? [`${HEADER}: ${policy}`] : [];
}
