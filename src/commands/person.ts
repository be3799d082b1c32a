/** Who runs a command, for the audit log: the person who logged in, also behind `sudo` and `su`. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { readPersonVariables } from "../config.ts";
import { commandProcess } from "../ports/command-process.ts";

export interface PersonFacts {
  /** OPERATOR_NAME. */
  readonly named: string | undefined;
  /** The user who logged in. Undefined if the system does not know. */
  readonly login: string | undefined;
  /** The user who owns this process. */
  readonly user: string;
}

const NAME_MAX = 100;
const LOOKUP_LIMIT_MS = 2_000;
/** What Linux has for a process that no login started. */
const NO_LOGIN = 2 ** 32 - 1;

export function readPerson(): string {
  const { named, sudoUser } = readPersonVariables(commandProcess().env);
  const user = readUser();
  return describePerson({ named, login: readLogin() ?? sudoUser, user });
}

/** A name of the person's own choice never hides the login. */
export function describePerson({ named, login, user }: PersonFacts): string {
  const account = login === undefined || login === user ? user : `${login} as ${user}`;
  const text = named === undefined ? account : `${named.slice(0, NAME_MAX)} (${account})`;
  return text.replaceAll(/\p{Cc}/gu, "?");
}

function readUser(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container a user may have a number and no name.
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

/** Linux keeps the number of the user who logged in, whoever the user becomes later. */
function readLogin(): string | undefined {
  const id = readLoginId();
  if (id === undefined || id === process.getuid?.()) return undefined;
  const { status, stdout } = spawnSync("id", ["-un", String(id)], {
    encoding: "utf8",
    timeout: LOOKUP_LIMIT_MS,
  });
  return status === 0 ? stdout.trim() : `user ${id}`;
}

function readLoginId(): number | undefined {
  try {
    const id = Number(readFileSync("/proc/self/loginuid", "utf8"));
    return Number.isInteger(id) && id !== NO_LOGIN ? id : undefined;
  } catch {
    return undefined;
  }
}
