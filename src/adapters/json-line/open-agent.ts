/** Connections to one outside service that is asked with JSON over HTTP. */
import type { Agent, buildConnector } from "undici";

export interface AgentLimits {
  readonly connections: number;
  /** To connect; what comes then has limits of its own. */
  readonly connectMs: number;
}

/** By which the other side knows us, besides the key. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** No connection came about, whatever the reason: not a byte of a question has left. */
export class NotConnected extends Error {
  readonly code: string;

  constructor({ code, name }: Error & { readonly code?: unknown }) {
    super("no connection came about");
    this.code = String(code ?? name);
  }
}

const HEADERS_MAX = 16 * 1024;

/** Loaded with the first question: an installation may have a service that it never asks. */
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
    connect: tellingErrors(
      undici.buildConnector({
        timeout: connectMs,
        allowH2: false,
        // Said here, so that NODE_TLS_REJECT_UNAUTHORIZED cannot say otherwise.
        rejectUnauthorized: true,
        ...certificate,
      }),
    ),
  });
}

/** Errors of connecting are known by where they happen: later ones can have the same names. */
function tellingErrors(connect: buildConnector.connector): buildConnector.connector {
  return (to, done) =>
    connect(to, (...[error, socket]) =>
      error === null ? done(null, socket) : done(new NotConnected(error), null),
    );
}
