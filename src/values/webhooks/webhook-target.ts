/**
 * Checks the URL of a webhook for production: https, a public host, and a port that does not belong
 * to another protocol. The address behind a host name is checked when the webhook is sent.
 */
import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

export type WebhookTargetError = "not_https" | "not_public" | "bad_port";

/** Names that do not exist in the public DNS (RFC 6761, 6762, 8375 and .internal). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa|invalid|test)$/;

/** Ports of other protocols, which browsers refuse too (the Fetch standard). */
const BAD_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
]);

export function webhookTargetError(url: URL): WebhookTargetError | undefined {
  if (url.protocol !== "https:") return "not_https";
  if (!isPublicHost(url.hostname)) return "not_public";
  return hasBadPort(url) ? "bad_port" : undefined;
}

/** Without a port, the default port of the protocol is used, which is allowed. */
export function hasBadPort({ port }: URL): boolean {
  return port !== "" && BAD_PORTS.has(Number(port));
}

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes(".") && !PRIVATE_NAME.test(host);
}
