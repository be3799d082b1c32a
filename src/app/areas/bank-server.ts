/** Tries the SFTP server of a bank before it is stored, and asks a server for its keys. */
import { listHostKeys, type SftpTimeouts } from "../../adapters/sftp-drop/open-sftp.ts";
import { SftpDrop } from "../../adapters/sftp-drop/sftp-drop.ts";
import type { Clock } from "../../ports/clock.ts";
import type { SftpServer } from "../../ports/sftp-server.ts";

/** Logs in and looks for the folders. Fails with the reason. */
export async function trySftpServer(
  server: SftpServer,
  clock: Pick<Clock, "wall">,
  timeouts: Partial<SftpTimeouts> = {},
): Promise<void> {
  const drop = new SftpDrop({ clock, findServer: async () => server, timeouts });
  try {
    await drop.checkConnection("new");
  } finally {
    await drop.close();
  }
}

/** The keys that a server offers, such as "ssh-ed25519 SHA256:jx3…". No login is sent to it. */
export async function listOfferedKeys(host: string, port: number): Promise<readonly string[]> {
  const keys = await listHostKeys({ host, port });
  return keys.map(({ type, fingerprint }) => `${type} ${fingerprint}`);
}
