/** The console's routes, read from the text of its areas, so that no screen is forgotten. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../install.mjs";

const CONSOLE = path.join(ROOT, "console");
const PREFIX = "/console";

/** As the router has them: "/accounts/$accountId". What is fixed stands before what varies. */
export function routePatterns() {
  const areas = readdirSync(path.join(CONSOLE, "areas")).map((name) => path.join("areas", name));
  const found = ["routes.tsx", ...areas].flatMap((file) => {
    const text = readFileSync(path.join(CONSOLE, file), "utf8");
    return [...text.matchAll(/\bpath: "(\/[^"]*)"/g)].map(([, pattern]) => pattern);
  });
  if (found.length < 2) throw new Error("the console's routes are not where they were");
  return [...new Set(found)].sort((one, other) => weightOf(one) - weightOf(other));
}

function weightOf(pattern) {
  return pattern.split("$").length;
}

/** The pattern that answers an address, with or without its query, or undefined. */
export function patternOf(patterns, address) {
  const [pathname] = address.split("?");
  if (pathname !== PREFIX && !pathname.startsWith(`${PREFIX}/`)) return undefined;
  const parts = partsOf(pathname.slice(PREFIX.length));
  return patterns.find((pattern) => isOf(partsOf(pattern), parts));
}

function partsOf(address) {
  return address.split("/").filter(Boolean);
}

function isOf(wanted, parts) {
  const fits = (part, at) => part.startsWith("$") || part === parts[at];
  return wanted.length === parts.length && wanted.every(fits);
}

/** A file's name: "accounts-one" for "/accounts/$accountId", "home" for "/". */
export function nameOf(pattern) {
  const words = partsOf(pattern).map((part) => (part.startsWith("$") ? "one" : part));
  return words.join("-").replace("one-one", "one") || "home";
}
