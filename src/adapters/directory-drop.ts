/**
 * A bank behind folders: another program takes our files from the outbox and puts the bank's files
 * into the inbox.
 */
import type { Clock } from "../ports/clock.ts";
import { BankDrop } from "./bank-drop/bank-drop.ts";
import {
  DirectoryStorage,
  type DirectoryStorageNeeds,
} from "./directory-drop/directory-storage.ts";
import { type Folders, makeFolders } from "./directory-drop/folders.ts";

export interface DirectoryDropNeeds extends DirectoryStorageNeeds {
  readonly clock: Clock;
}

export class DirectoryDrop extends BankDrop {
  readonly #storage: DirectoryStorage;

  constructor({ clock, ...needs }: DirectoryDropNeeds) {
    const storage = new DirectoryStorage(needs);
    super({ storage, clock });
    this.#storage = storage;
  }

  /** Creates the folders of a bank that is being connected, and returns their paths. */
  async makeFolders(connection: string): Promise<Folders> {
    const folders = this.#storage.folders(connection);
    await makeFolders(folders);
    return folders;
  }
}
