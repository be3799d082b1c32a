/** Connections to one outside service that is asked with JSON over HTTP. */
import type { Agent } from "undici";

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

const HEADERS_MAX = 16 * 1024;

/** Loaded with the first question: a house may have a service that it never asks. */
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
    connect: { timeout: connectMs, ...certificate },
  });
}
