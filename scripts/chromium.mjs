/** Finds the browser of the browser tests: Debian's chromium, installed if possible. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/**
 * Undefined if there is none and none can be installed. Browser tests are then skipped and say so.
 */
export function findChromium() {
  const known = process.env.TEST_CHROMIUM ?? PLACES.find((place) => existsSync(place));
  if (known !== undefined) return known;
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    return undefined;
  }
  console.log("Installing chromium for the browser tests (once) …");
  apt("update");
  apt("install", "--yes", "--no-install-recommends", "chromium");
  return PLACES.find((place) => existsSync(place));
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["-qq", ...args], { env, stdio: ["ignore", "ignore", "inherit"] });
}
