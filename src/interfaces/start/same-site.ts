/** Recognizes requests that a page of another site makes. */
import type { FastifyRequest } from "fastify";

/**
 * Browsers say which site a request comes from: in `Sec-Fetch-Site` over TLS and on this machine,
 * and in `Origin` otherwise. Other programs send neither.
 */
export function isFromOtherSite({ headers, host, protocol }: SiteRequest): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const { origin } = headers;
  return origin !== undefined && origin !== `${protocol}://${host}`;
}

type SiteRequest = Pick<FastifyRequest, "host" | "protocol"> & {
  readonly headers: {
    readonly "sec-fetch-site"?: unknown;
    readonly origin?: string | undefined;
  };
};
