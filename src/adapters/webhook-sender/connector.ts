/**
 * Opens connections to addresses that were looked at. A name is resolved once per connection, the
 * answer is judged, and the socket goes to exactly that answer: there is no second look-up that
 * could say something else.
 */
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import type { Resolve } from "./resolve.ts";

export interface ConnectorNeeds {
  readonly resolve: Resolve;
  readonly isAllowed: (address: string) => boolean;
  readonly timeoutMs: number;
}

/** The address is not one that a webhook may go to. */
export class TargetRefused extends Error {
  override readonly name = "TargetRefused";
}

export function pinnedConnector(needs: ConnectorNeeds): buildConnector.connector {
  const connect = buildConnector({
    lookup: judgedLookup(needs),
    timeout: needs.timeoutMs,
    allowH2: false,
  });
  return (options, callback) => {
    // An address in the URL itself is connected to without any look-up.
    if (isIP(options.hostname) === 0 || needs.isAllowed(options.hostname)) {
      connect(options, callback);
    } else {
      process.nextTick(callback, new TargetRefused("the address is not public"), null);
    }
  };
}

/** One forbidden address among several is enough: no honest name has both. */
function judgedLookup({ resolve, isAllowed }: ConnectorNeeds): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return callback(notFound(), "", 0);
        if (!addresses.every(isAllowed)) {
          return callback(new TargetRefused("the name leads to no public address"), "", 0);
        }
        const entries = addresses.map((address) => ({ address, family: isIP(address) }));
        return options.all ? callback(null, entries) : callback(null, first, isIP(first));
      },
      (error) => callback(error, "", 0),
    );
  };
}

function notFound(): NodeJS.ErrnoException {
  return Object.assign(new Error("the name has no address"), { code: "ENOTFOUND" });
}
