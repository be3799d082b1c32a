/** The address that links in emails and pages start with. */
import type { Config } from "../config.ts";

/** Returns PUBLIC_URL, or a URL made from HOST and PORT if it is not set. */
export function resolvePublicUrl({ publicUrl, host, port, tlsCertFile }: Config): string {
  const scheme = tlsCertFile === undefined ? "http" : "https";
  const named = publicUrl ?? `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return named.replace(/\/+$/, "");
}
