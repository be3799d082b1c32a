/** Keeps one connection for each bank open while it is used, and closes it soon afterwards. */
import { clearTimeout, setTimeout } from "node:timers";
import type { SftpServer } from "../../ports/sftp-server.ts";
import { openSftp, type SftpTimeouts } from "./open-sftp.ts";
import type { SftpConnection } from "./sftp-connection.ts";

export interface SftpSessionNeeds {
  /** Reads the settings of a bank. Fails if the bank has no SFTP server. */
  readonly findServer: (connection: string) => Promise<SftpServer>;
  readonly timeouts: SftpTimeouts;
}

/** An open connection with the settings that it was opened with. */
export interface SftpSession {
  readonly sftp: SftpConnection;
  readonly server: SftpServer;
}

interface OpenSession {
  readonly session: Promise<SftpSession>;
  users: number;
  timer: NodeJS.Timeout | undefined;
}

/** Longer than the pauses within an exchange, and shorter than those between two of them. */
const IDLE_MS = 5_000;

export class SftpSessions {
  readonly #needs: SftpSessionNeeds;
  readonly #open = new Map<string, OpenSession>();

  constructor(needs: SftpSessionNeeds) {
    this.#needs = needs;
  }

  /** Uses the open connection of the bank, or a new one. */
  async use<Result>(
    connection: string,
    work: (session: SftpSession) => Promise<Result>,
  ): Promise<Result> {
    const open = this.#open.get(connection) ?? this.#begin(connection);
    open.users++;
    clearTimeout(open.timer);
    try {
      const session = await open.session;
      if (session.sftp.isOpen) return await work(session);
      this.#forget(connection, open);
      return await this.use(connection, work);
    } catch (error) {
      await this.#forgetIfLost(connection, open);
      throw error;
    } finally {
      open.users--;
      if (open.users === 0) this.#closeLater(connection, open);
    }
  }

  async closeAll(): Promise<void> {
    const all = [...this.#open];
    this.#open.clear();
    await Promise.all(all.map(([, open]) => closeSession(open)));
  }

  #begin(connection: string): OpenSession {
    const session = this.#connect(connection);
    session.catch(() => {});
    const open: OpenSession = { session, users: 0, timer: undefined };
    this.#open.set(connection, open);
    return open;
  }

  async #connect(connection: string): Promise<SftpSession> {
    const { findServer, timeouts } = this.#needs;
    const server = await findServer(connection);
    return { server, sftp: await openSftp(server, timeouts) };
  }

  async #forgetIfLost(connection: string, open: OpenSession): Promise<void> {
    const isOpen = await open.session.then(
      ({ sftp }) => sftp.isOpen,
      () => false,
    );
    if (!isOpen) this.#forget(connection, open);
  }

  #forget(connection: string, open: OpenSession): void {
    if (this.#open.get(connection) === open) this.#open.delete(connection);
  }

  #closeLater(connection: string, open: OpenSession): void {
    const close = () => {
      this.#forget(connection, open);
      void closeSession(open);
    };
    open.timer = setTimeout(close, IDLE_MS).unref();
  }
}

async function closeSession({ session, timer }: OpenSession): Promise<void> {
  clearTimeout(timer);
  await session.then(
    ({ sftp }) => sftp.close(),
    () => {},
  );
}
