/** From names to addresses. Whether an address may be called is decided elsewhere. */
import { lookup, Resolver } from "node:dns/promises";

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** As every program of this machine does it, with its hosts file: for certification. */
export const systemResolve: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, order: "verbatim" });
  return found.map(({ address }) => address);
};

/**
 * Asks name servers only. The system's way occupies one of a few threads for as long as a name
 * server is silent, and passwords are checked on the same threads: a merchant's broken name server
 * must not keep others from logging in.
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
