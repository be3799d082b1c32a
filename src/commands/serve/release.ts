/** `--version`: the release, without a server or a database to ask. */
import type { Command } from "commander";
import { VERSION } from "../../app/version.ts";

export function addRelease(program: Command): void {
  program.version(VERSION, "-v, --version", "print the version");
}
