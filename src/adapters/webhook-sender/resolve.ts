/** Resolves host names. connector.ts checks the addresses. */
import { lookup, Resolver } from "node:dns/promises";

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** Uses the resolver of the system, including its hosts file. For certification. */
export const systemResolve: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, order: "verbatim" });
  return found.map(({ address }) => address);
};

/**
 * Uses name servers directly. The resolver of the system blocks one of a few threads while a name server
 * does not answer, and passwords are checked on the same threads: a merchant's broken name server must
 * not block logins.
 */
export function nameServerResolve(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    const asked = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    const answers = await Promise.allSettled(asked);
    const addresses = answers.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    const refusal = answers.find((one) => one.status === "rejected");
    if (addresses.length === 0 && refusal !== undefined) throw refusal.reason;
    return addresses;
  };
}
