/** A bank behind an SFTP server. */
import type { Clock } from "../../ports/clock.ts";
import { BankDrop } from "../bank-drop/bank-drop.ts";
import { SFTP_TIMEOUTS, type SftpTimeouts } from "./open-sftp.ts";
import { type SftpSessionNeeds, SftpSessions } from "./sftp-sessions.ts";
import { type SftpLimits, SftpStorage } from "./sftp-storage.ts";

export interface SftpDropNeeds extends Pick<SftpSessionNeeds, "findServer"> {
  readonly clock: Pick<Clock, "wall">;
  readonly limits?: Partial<SftpLimits>;
  readonly timeouts?: Partial<SftpTimeouts>;
}

export class SftpDrop extends BankDrop {
  readonly #sessions: SftpSessions;

  constructor({ findServer, clock, limits, timeouts }: SftpDropNeeds) {
    const sessions = new SftpSessions({ findServer, timeouts: { ...SFTP_TIMEOUTS, ...timeouts } });
    super({ storage: new SftpStorage({ sessions, clock, limits }), clock });
    this.#sessions = sessions;
  }

  close(): Promise<void> {
    return this.#sessions.closeAll();
  }
}
