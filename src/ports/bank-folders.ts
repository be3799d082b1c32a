/** The state of a bank's folders on this machine, for `doctor`. Types only. */

export interface WaitingFiles {
  readonly count: number;
  /** When the oldest was last modified. Undefined: there are none. */
  readonly oldestMs: number | undefined;
}

export interface BankFolders {
  readonly root: string;
  readonly missing: readonly string[];
  /** Folders that users outside the owner and its group can enter or read. */
  readonly open: readonly string[];
  /** Complete files of the bank that were not read yet. */
  readonly inbox: WaitingFiles;
  /** Files that the transfer program has not taken yet. */
  readonly outbox: WaitingFiles;
  readonly tooLarge: number;
}
