/** The console's routes, read from the text of its areas, so that no screen is forgotten. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../install.mjs";

const CONSOLE = path.join(ROOT, "console");
const PREFIX = "/console";

/** Like in the router: "/accounts/$accountId". Fixed parts come before parameters. */
export function routePatterns() {
  const areas = readdirSync(path.join(CONSOLE, "areas")).map((name) => path.join("areas", name));
  const found = ["routes.tsx", ...areas].flatMap((file) => {
    const text = readFileSync(path.join(CONSOLE, file), "utf8");
    return [...text.matchAll(/\bpath: "(\/[^"]*)"/g)].map(([, pattern]) => pattern);
  });
  if (found.length < 2) throw new Error("the console's routes are not where they were");
  return [...new Set(found)].sort((one, other) => countParameters(one) - countParameters(other));
}

function countParameters(pattern) {
  return pattern.split("$").length;
}

/** Returns the pattern that matches an address, with or without a query, or undefined. */
export function findPattern(patterns, address) {
  const [pathname] = address.split("?");
  if (pathname !== PREFIX && !pathname.startsWith(`${PREFIX}/`)) return undefined;
  const parts = splitPath(pathname.slice(PREFIX.length));
  return patterns.find((pattern) => matchesPattern(splitPath(pattern), parts));
}

function splitPath(address) {
  return address.split("/").filter(Boolean);
}

function matchesPattern(wanted, parts) {
  const fits = (part, at) => part.startsWith("$") || part === parts[at];
  return wanted.length === parts.length && wanted.every(fits);
}

/** The file name: "accounts-one" for "/accounts/$accountId", "home" for "/". */
export function toFileName(pattern) {
  const words = splitPath(pattern).map((part) => (part.startsWith("$") ? "one" : part));
  return words.join("-").replace("one-one", "one") || "home";
}
