/**
 * Which addresses the app of a test serves. Registering the routes of all interfaces takes 70 ms of
 * processor time, and more than a thousand tests open an app. So the tests of some folders get only
 * the interfaces that they call. Browsers and other clients get all of them.
 */
import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { Lifetime } from "./shared.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const GATEWAY = ["/api/qsapi/3.8", "/api/tsapi/3.8", "/api/rsapi/3.8"];
const EVENTS = "/api/events/1.0";
const MANAGEMENT = ["/api/v1", "/api/decrypt/parser", "/set-password"];

/** A folder, or a file whose tests call more than those of its folder. */
const SERVED: Readonly<Record<string, readonly string[] | "all">> = {
  "test/accounts": GATEWAY,
  "test/ach": GATEWAY,
  "test/ach/balanced-days.test.ts": "all",
  "test/ach/payments.test.ts": "all",
  "test/ach/retries.test.ts": "all",
  "test/ach/reversed-payments.test.ts": "all",
  "test/card-hosts": GATEWAY,
  "test/form": [...GATEWAY, "/pay"],
  "test/management": MANAGEMENT,
  "test/management/api-secrets.test.ts": "all",
  "test/management/matrix.test.ts": "all",
  "test/management/read-only.test.ts": "all",
  "test/management/role-matrix.test.ts": "all",
  "test/management/roles.test.ts": "all",
  "test/management/disabled-owners.test.ts": "all",
  "test/outbox": [...GATEWAY, EVENTS],
  "test/outbox/send-again.test.ts": "all",
  "test/parser": MANAGEMENT,
  "test/payments": GATEWAY,
  "test/payments/canary.test.ts": "all",
  "test/payments/hostile.test.ts": "all",
  "test/pos": [...GATEWAY, "/api/json"],
  "test/pos/openapi.test.ts": "all",
  "test/reports": GATEWAY,
  "test/retention": GATEWAY,
  "test/verification": GATEWAY,
};

export function addressesFor({ filePath = "" }: Pick<Lifetime, "filePath">) {
  const file = path.relative(ROOT, filePath).split(path.sep).join("/");
  const [, addresses = "all"] =
    Object.entries(SERVED)
      .filter(([place]) => file === place || file.startsWith(`${place}/`))
      .toSorted(([a], [b]) => b.length - a.length)
      .at(0) ?? [];
  return addresses;
}

/** A request to an address that this app does not serve fails the test with a clear error. */
export function refuseOtherAddresses(
  server: FastifyInstance,
  addresses: readonly string[] | "all",
): void {
  if (addresses === "all") return;
  const inject = server.inject.bind(server) as (...args: unknown[]) => unknown;
  const guarded = (...args: unknown[]) => {
    checkAddress(args[0], addresses);
    return inject(...args);
  };
  Object.assign(server, { inject: guarded });
}

/** Operations answers at all addresses that start with none of these. */
const LIMITED = /^\/(api|console|pay|set-password|docs|openapi)\b|^\/$/;

function checkAddress(request: unknown, addresses: readonly string[]): void {
  const { url = "/", path: alsoUrl = url } = request as Record<string, string>;
  const asked = typeof request === "string" ? request : alsoUrl;
  const isServed = !LIMITED.test(asked) || addresses.some((address) => asked.startsWith(address));
  if (isServed) return;
  throw new Error(
    `The app of this test serves only ${addresses.join(", ")}. List ${asked} for the test's folder or file in test/kit/served-addresses.ts.`,
  );
}
