/** Seals the login of a bank's SFTP server, and opens it for a connection. */
import type { Database } from "../../../db/database.ts";
import type { KeyCustody, SealContext } from "../../../ports/key-custody.ts";
import type { SftpLogin, SftpServer } from "../../../ports/sftp-server.ts";
import { Secret } from "../../../values/secret.ts";
import { SftpServerStore, type StoredSftpServer } from "./sftp-server-store.ts";

interface LoginNeeds {
  readonly custody: KeyCustody;
}

/** The sealed text: a password, or a private key with its passphrase. */
interface LoginText {
  readonly password?: string | undefined;
  readonly privateKey?: string | undefined;
  readonly passphrase?: string | undefined;
}

export function sealSftpLogin(
  { custody }: LoginNeeds,
  connection: string,
  login: SftpLogin,
): Promise<Uint8Array> {
  const text: LoginText =
    login.kind === "password"
      ? { password: login.password.reveal() }
      : { privateKey: login.privateKey.reveal(), passphrase: login.passphrase?.reveal() };
  return custody.seal(new Secret(JSON.stringify(text)), loginSeal(connection));
}

interface OpeningNeeds {
  readonly custody: Pick<KeyCustody, "open">;
}

/** Reads the server of a bank, with the login in the clear. */
export async function openSftpServer(
  { db, custody }: OpeningNeeds & { readonly db: Database },
  connection: string,
): Promise<SftpServer> {
  const stored = await new SftpServerStore(db).findServer(connection);
  if (stored === undefined) throw new Error(`Bank ${connection} has no SFTP server.`);
  return openStoredServer({ custody }, stored);
}

export async function openStoredServer(
  needs: OpeningNeeds,
  stored: StoredSftpServer,
): Promise<SftpServer> {
  return { ...stored, login: await openLogin(needs, stored) };
}

async function openLogin(
  { custody }: OpeningNeeds,
  { connection, loginSealed }: StoredSftpServer,
): Promise<SftpLogin> {
  const opened = await custody.open(loginSealed, loginSeal(connection));
  const { password, privateKey, passphrase }: LoginText = JSON.parse(opened.reveal());
  if (password !== undefined) return { kind: "password", password: new Secret(password) };
  return {
    kind: "key",
    privateKey: new Secret(privateKey ?? ""),
    passphrase: passphrase === undefined ? undefined : new Secret(passphrase),
  };
}

function loginSeal(connection: string): SealContext {
  return { place: "sftp_servers.login_sealed", owner: connection };
}
