/** Opens HTTP connections to one outside service. */
import type { Agent, buildConnector } from "undici";

export interface AgentLimits {
  readonly connections: number;
  /** For connecting only. Requests have their own limits. */
  readonly connectMs: number;
}

/** Identifies us to the other side, in addition to the key. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** No connection was made, so nothing was sent. */
export class NotConnected extends Error {
  readonly code: string;

  constructor({ code, name }: Error & { readonly code?: unknown }) {
    super("no connection was made");
    this.code = String(code ?? name);
  }
}

const HEADERS_MAX = 16 * 1024;

/** undici is loaded with the first request, because many installations never need it. */
export async function openAgent(
  { connections, connectMs }: AgentLimits,
  certificate?: ClientCertificate,
): Promise<Agent> {
  const undici = await import("undici");
  return new undici.Agent({
    connections,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: HEADERS_MAX,
    connect: markConnectErrors(
      undici.buildConnector({
        timeout: connectMs,
        allowH2: false,
        // Set here, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
        rejectUnauthorized: true,
        ...certificate,
      }),
    ),
  });
}

/** Marks errors of connecting, because later errors can have the same codes. */
function markConnectErrors(connect: buildConnector.connector): buildConnector.connector {
  return (to, done) =>
    connect(to, (...[error, socket]) =>
      error === null ? done(null, socket) : done(new NotConnected(error), null),
    );
}
