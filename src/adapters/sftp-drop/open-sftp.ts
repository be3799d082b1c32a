/** Connects to a bank's SFTP server: the socket, the server's key, the login and the SFTP channel. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { clearTimeout, setTimeout } from "node:timers";
import type SftpClient from "ssh2-sftp-client";
import type { SftpLogin, SftpServer } from "../../ports/sftp-server.ts";
import { StorageAway } from "../bank-drop/drop-storage.ts";
import { HOST_KEY_KINDS, HostKeyRefused, type OfferedKey, readHostKey } from "./host-key.ts";
import { SftpConnection } from "./sftp-connection.ts";

export interface SftpTimeouts {
  /** For the socket, the key exchange, the login and the channel together. */
  readonly connectMs: number;
  /** For one request, such as reading a piece of a file. */
  readonly stepMs: number;
}

export const SFTP_TIMEOUTS: SftpTimeouts = { connectMs: 20_000, stepMs: 30_000 };

type KeyKinds = (typeof HOST_KEY_KINDS)[number];
type Address = Pick<SftpServer, "host" | "port">;
type LoginTarget = Omit<SftpServer, "login" | "folders"> & {
  readonly login: SftpLogin | undefined;
};

/** Without listeners, the library prints lost connections to standard output. */
const SILENT = { error: () => {}, end: () => {}, close: () => {} };

/**
 * Asks for one kind of key after the other until the server offers a pinned one. So a pinned RSA key
 * works although the server has an Ed25519 key too.
 */
export async function openSftp(target: LoginTarget, limits: SftpTimeouts): Promise<SftpConnection> {
  const offered: OfferedKey[] = [];
  for (const kinds of HOST_KEY_KINDS) {
    const opened = await openWithKey(target, { kinds, offered, limits });
    if (opened !== undefined) return opened;
  }
  throw new HostKeyRefused(addressText(target), target.hostKeys, offered);
}

/** Returns the keys that a server offers, without logging in. */
export async function listHostKeys(
  address: Address,
  limits = SFTP_TIMEOUTS,
): Promise<readonly OfferedKey[]> {
  const offered: OfferedKey[] = [];
  const target: LoginTarget = { ...address, user: "nobody", hostKeys: [], login: undefined };
  for (const kinds of HOST_KEY_KINDS) await openWithKey(target, { kinds, offered, limits });
  return offered;
}

interface Opening {
  readonly kinds: KeyKinds;
  /** Keys that were not pinned. This call may add one. */
  readonly offered: OfferedKey[];
  readonly limits: SftpTimeouts;
}

/** Returns undefined if the server has no key of these kinds, or one that is not pinned. */
async function openWithKey(
  target: LoginTarget,
  { kinds, offered, limits }: Opening,
): Promise<SftpConnection | undefined> {
  const socket = connect({ host: target.host, port: target.port, noDelay: true });
  // Every step has a timer, which keeps the process running. An idle connection does not.
  socket.unref();
  const giveUp = () =>
    socket.destroy(new Error(`no complete login within ${limits.connectMs / 1_000} s`));
  const timer = setTimeout(giveUp, limits.connectMs);
  const refused: OfferedKey[] = [];
  let isAccepted = false;
  const verifyKey = (key: Buffer) => {
    isAccepted = isPinned(target, readHostKey(key), refused);
    return isAccepted;
  };
  try {
    await once(socket, "connect");
    return await logIn(socket, { target, kinds, verifyKey, stepMs: limits.stepMs });
  } catch (error) {
    socket.destroy();
    offered.push(...refused);
    if (refused.length > 0 || isKindUnknown(error)) return undefined;
    // A server with a wrong key may refuse further connections. The wrong key is what matters.
    if (!isAccepted && offered.length > 0) return undefined;
    throw connectError(target, socket.errored ?? error);
  } finally {
    clearTimeout(timer);
  }
}

function isPinned({ hostKeys }: LoginTarget, key: OfferedKey, refused: OfferedKey[]): boolean {
  if (hostKeys.includes(key.fingerprint)) return true;
  refused.push(key);
  return false;
}

interface LoggingIn {
  readonly target: LoginTarget;
  readonly kinds: KeyKinds;
  readonly verifyKey: (key: Buffer) => boolean;
  readonly stepMs: number;
}

async function logIn(
  socket: Socket,
  { target, kinds, verifyKey, stepMs }: LoggingIn,
): Promise<SftpConnection> {
  const { default: Client } = await import("ssh2-sftp-client");
  const client = new Client("sftp", SILENT);
  answerPrompts(client, target.login);
  const sftp = await client.connect({
    sock: socket,
    username: target.user,
    hostVerifier: verifyKey,
    algorithms: { serverHostKey: kinds as never },
    // The caller's timer limits the whole login.
    readyTimeout: 0,
    ...loginOptions(target.login),
  });
  return new SftpConnection({ address: addressText(target), client, sftp, socket, stepMs });
}

function loginOptions(login: SftpLogin | undefined) {
  if (login === undefined) return {};
  if (login.kind === "password") return { password: login.password.reveal(), tryKeyboard: true };
  const passphrase = login.passphrase?.reveal();
  const privateKey = login.privateKey.reveal();
  return passphrase === undefined ? { privateKey } : { privateKey, passphrase };
}

type Answer = (answers: readonly string[]) => void;

/** Some servers ask for the password by prompts. */
function answerPrompts(client: SftpClient, login: SftpLogin | undefined): void {
  if (login?.kind !== "password") return;
  client.on("keyboard-interactive", (...asked: unknown[]) => {
    const [prompts, answer] = asked.slice(3) as [readonly unknown[], Answer];
    answer(prompts.map(() => login.password.reveal()));
  });
}

/** The server has no key of the kinds that were asked for. */
function isKindUnknown(error: unknown): boolean {
  return /no matching host key/i.test(errorText(error));
}

function connectError(target: LoginTarget, cause: unknown): StorageAway {
  const text = errorText(cause);
  const address = addressText(target);
  if (/authentication methods failed/i.test(text)) {
    const means = target.login?.kind === "password" ? "password" : "private key";
    return new StorageAway(
      `The server ${address} refused the login of user ${target.user} by ${means}. Check both with the bank.`,
    );
  }
  if (/privateKey|passphrase/i.test(text)) {
    return new StorageAway(`The private key for ${address} cannot be used: ${text}`);
  }
  return new StorageAway(`The server ${address} could not be reached: ${text}`, { cause });
}

export function addressText({ host, port }: Address): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

function errorText(error: unknown): string {
  const { message, code } = error as { readonly message?: string; readonly code?: unknown };
  return message || String(code ?? error);
}
