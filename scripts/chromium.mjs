/** Finds the browser of the browser tests: Debian's Chromium, installed if possible. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Chromium without windows. The browser tests take a fifth less CPU time in it. */
const SHELL = "chromium-headless-shell";
const PLACES = [SHELL, "chromium", "chromium-browser", "google-chrome"].map(
  (name) => `/usr/bin/${name}`,
);

/**
 * Undefined if there is none and none can be installed. Browser tests are then skipped and say so.
 */
export function findChromium() {
  const known = locateChromium();
  if (known !== undefined) return known;
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    return undefined;
  }
  console.log("Installing Chromium for the browser tests (once) …");
  apt("update");
  apt("install", "--yes", "--no-install-recommends", SHELL);
  return locateChromium();
}

/** The same without an installation. */
export function locateChromium() {
  return process.env.TEST_CHROMIUM ?? PLACES.find((place) => existsSync(place));
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["-qq", ...args], { env, stdio: ["ignore", "ignore", "inherit"] });
}
