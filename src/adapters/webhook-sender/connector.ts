/**
 * Opens connections to checked addresses. A host name is resolved once per connection, the addresses are
 * checked, and the socket connects to exactly these: there is no second lookup with another result.
 */
import { isIP, type LookupFunction } from "node:net";
import type { buildConnector } from "undici";
import type { Resolve } from "./resolve.ts";

export interface ConnectorNeeds {
  readonly resolve: Resolve;
  readonly isAllowed: (address: string) => boolean;
  readonly timeoutMs: number;
}

/** Webhooks may not be sent to this address. */
export class TargetRefused extends Error {
  override readonly name = "TargetRefused";
}

export function pinnedConnector(
  build: typeof buildConnector,
  needs: ConnectorNeeds,
): buildConnector.connector {
  const connect = build({
    lookup: judgedLookup(needs),
    timeout: needs.timeoutMs,
    allowH2: false,
  });
  return (options, callback) => {
    // For an IP address in the URL there is no lookup.
    if (isIP(options.hostname) === 0 || needs.isAllowed(options.hostname)) {
      connect(options, callback);
    } else {
      process.nextTick(callback, new TargetRefused("The address is not public."), null);
    }
  };
}

/** Refuses a name with any forbidden address: no legitimate name has both kinds. */
function judgedLookup({ resolve, isAllowed }: ConnectorNeeds): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return callback(notFound(), "", 0);
        if (!addresses.every(isAllowed)) {
          return callback(
            new TargetRefused("The host name has an address that is not public."),
            "",
            0,
          );
        }
        const entries = addresses.map((address) => ({ address, family: isIP(address) }));
        return options.all ? callback(null, entries) : callback(null, first, isIP(first));
      },
      (error) => callback(error, "", 0),
    );
  };
}

function notFound(): NodeJS.ErrnoException {
  return Object.assign(new Error("The host name has no address."), { code: "ENOTFOUND" });
}
