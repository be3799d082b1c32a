/**
 * A database URL with several servers, as libpq reads it:
 * postgres://user@first:5432,second:5432/name?target_session_attrs=read-write
 */

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** Which of the servers to use: the values of libpq's target_session_attrs. */
export const SERVER_KINDS = [
  "read-write",
  "primary",
  "read-only",
  "standby",
  "prefer-standby",
  "any",
] as const;
export type ServerKind = (typeof SERVER_KINDS)[number];

export interface ServerList {
  readonly servers: readonly ServerAddress[];
  readonly kind: ServerKind;
}

/** The list is wrong: the message says how, and does not repeat the URL, which has a password. */
export class ServerListError extends Error {
  override readonly name = "ServerListError";
}

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(\/[^?#]*)?(\?[^#]*)?$/;
const KIND_PARAMETER = "target_session_attrs";
const DEFAULT_PORT = 5_432;
const PORT_MAX = 65_535;
const SERVERS_MAX = 16;

/**
 * Returns undefined for a URL with one server and no target_session_attrs. Without
 * target_session_attrs, a list means the server that accepts writes. (libpq would use any.)
 */
export function readServerList(url: string): ServerList | undefined {
  const [, , hosts = "", , query = ""] = PARTS.exec(url) ?? [];
  const wish = new URLSearchParams(query).get(KIND_PARAMETER);
  if (!hosts.includes(",") && wish === null) return undefined;
  const kind = SERVER_KINDS.find((name) => name === (wish ?? "read-write"));
  if (kind === undefined) {
    throw new ServerListError(`target_session_attrs must be one of ${SERVER_KINDS.join(", ")}.`);
  }
  const servers = hosts.split(",").map(readAddress);
  if (servers.length <= SERVERS_MAX) return { servers, kind };
  throw new ServerListError(`must name at most ${SERVERS_MAX} servers.`);
}

/** The URL of one server of the list, without target_session_attrs, which our driver refuses. */
export function serverUrl(url: string, { host, port }: ServerAddress): string {
  const [, start = "", , path = "", query = ""] = PARTS.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  parameters.delete(KIND_PARAMETER);
  const rest = parameters.size === 0 ? "" : `?${parameters}`;
  return `${start}${host.includes(":") ? `[${host}]` : host}:${port}${path}${rest}`;
}

/** The URL of the first server, for what does not depend on the server, such as the user name. */
export function firstServerUrl(url: string): string {
  const [first] = readServerList(url)?.servers ?? [];
  return first === undefined ? url : serverUrl(url, first);
}

const ADDRESS = /^(?:\[([0-9a-f:.]+)\]|([^\s:[\]]+))(?::(\d{1,5}))?$/i;

function readAddress(text: string): ServerAddress {
  const [, six, name, digits = String(DEFAULT_PORT)] = ADDRESS.exec(text) ?? [];
  const [host, port] = [six ?? decodeURIComponent(name ?? ""), Number(digits)];
  if (host !== "" && port > 0 && port <= PORT_MAX) return { host, port };
  throw new ServerListError(
    "must list servers as host:port, separated by commas without spaces, such as first:5432,second:5432.",
  );
}
