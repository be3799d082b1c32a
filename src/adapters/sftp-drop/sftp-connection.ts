/** One open SFTP connection. Every request has a time limit, and a request that hangs ends it. */
import type { Socket } from "node:net";
import { clearTimeout, setTimeout } from "node:timers";
import type { FileEntryWithStats, SFTPWrapper, Stats } from "ssh2";
import type SftpClient from "ssh2-sftp-client";
import { StorageAway } from "../bank-drop/drop-storage.ts";
import { isUnsupported, SftpRefusal, undefinedIfMissing } from "./sftp-refusal.ts";

export interface SftpConnectionNeeds {
  /** Host and port, for errors. */
  readonly address: string;
  readonly client: SftpClient;
  readonly sftp: SFTPWrapper;
  readonly socket: Socket;
  readonly stepMs: number;
}

type Done<Value> = (error: Error | null | undefined, value?: Value) => void;

const FILE_MODE = 0o640;
const CLOSE_MS = 1_000;

export class SftpConnection {
  readonly #needs: SftpConnectionNeeds;
  readonly #lost = Promise.withResolvers<never>();
  #isOpen = true;

  constructor(needs: SftpConnectionNeeds) {
    this.#needs = needs;
    this.#lost.promise.catch(() => {});
    const end = () => this.#end(`The connection to ${needs.address} was lost.`);
    needs.client.on("close", end);
    needs.client.on("error", end);
    needs.socket.once("close", end);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Tells the server, but does not wait for it for long. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, CLOSE_MS);
    // After a lost connection, the library waits for its end forever.
    await Promise.race([this.#needs.client.end(), this.#lost.promise, late]).catch(() => {});
    clearTimeout(timer);
    this.#end("The connection was closed.");
  }

  /** Fails if the file exists. */
  createFile(place: string): Promise<Buffer> {
    return this.#step(place, (sftp, done) => sftp.open(place, "wx", { mode: FILE_MODE }, done));
  }

  /** Opens a file that exists, to continue it. */
  continueFile(place: string): Promise<Buffer> {
    return this.#step(place, (sftp, done) => sftp.open(place, "r+", done));
  }

  openToRead(place: string): Promise<Buffer> {
    return this.#step(place, (sftp, done) => sftp.open(place, "r", done));
  }

  async writeAt(handle: Buffer, bytes: Buffer, position: number): Promise<void> {
    await this.#step<void>("writing", (sftp, done) =>
      sftp.write(handle, bytes, 0, bytes.length, position, done),
    );
  }

  /** Returns fewer bytes than asked for at the end of the file. */
  async readAt(handle: Buffer, position: number, count: number): Promise<Buffer> {
    const buffer = Buffer.alloc(count);
    const bytesRead = await this.#step<number>("reading", (sftp, done) =>
      sftp.read(handle, buffer, 0, count, position, (error, bytes) =>
        isEndOfFile(error) ? done(undefined, 0) : done(error, bytes),
      ),
    );
    return buffer.subarray(0, bytesRead);
  }

  /** Servers that cannot do it keep their own rules for what survives a power failure. */
  async syncFile(handle: Buffer): Promise<void> {
    await this.#ifSupported(
      this.#step<void>("flushing", (sftp, done) => sftp.ext_openssh_fsync(handle, done)),
    );
  }

  closeFile(handle: Buffer): Promise<void> {
    return this.#step<void>("closing", (sftp, done) => sftp.close(handle, done));
  }

  /** Returns undefined if there is no such file. */
  findFile(place: string): Promise<Stats | undefined> {
    return undefinedIfMissing(this.#step<Stats>(place, (sftp, done) => sftp.lstat(place, done)));
  }

  /** Follows links, because a folder may be one. */
  findFolder(place: string): Promise<Stats | undefined> {
    return undefinedIfMissing(this.#step<Stats>(place, (sftp, done) => sftp.stat(place, done)));
  }

  /** In one step if the server can, as OpenSSH does. */
  async rename(from: string, to: string): Promise<void> {
    if (!(await this.renameInOneStep(from, to))) await this.renamePlainly(from, to);
  }

  /** Returns false if the server cannot do it. Then nothing was done. */
  async renameInOneStep(from: string, to: string): Promise<boolean> {
    const inOneStep = this.#step<void>(from, (sftp, done) =>
      sftp.ext_openssh_rename(from, to, done),
    ).then(() => true);
    return (await this.#ifSupported(inOneStep)) === true;
  }

  /** Fails if the new name exists. Servers may do it in two steps: link and unlink, or copy and delete. */
  renamePlainly(from: string, to: string): Promise<void> {
    return this.#step<void>(from, (sftp, done) => sftp.rename(from, to, done));
  }

  async removeFile(place: string): Promise<void> {
    await undefinedIfMissing(this.#step<void>(place, (sftp, done) => sftp.unlink(place, done)));
  }

  /** At most about `atMost` entries: a folder may have millions. */
  async listFolder(place: string, atMost: number): Promise<readonly FileEntryWithStats[]> {
    const handle = await this.#step<Buffer>(place, (sftp, done) => sftp.opendir(place, done));
    const entries: FileEntryWithStats[] = [];
    try {
      while (entries.length < atMost) {
        const some = await this.#step<readonly FileEntryWithStats[]>(place, (sftp, done) =>
          readFolder(sftp, handle, done),
        );
        if (some.length === 0) break;
        entries.push(...some);
      }
    } finally {
      if (this.#isOpen) await this.closeFile(handle);
    }
    return entries;
  }

  async #ifSupported<Result>(step: Promise<Result>): Promise<Result | undefined> {
    try {
      return await step;
    } catch (error) {
      if (isUnsupported(error)) return undefined;
      throw error;
    }
  }

  async #step<Value>(
    subject: string,
    send: (sftp: SFTPWrapper, done: Done<Value>) => void,
  ): Promise<Value> {
    const { address, sftp, stepMs } = this.#needs;
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    const late = `The server ${address} did not answer within ${stepMs / 1_000} s (${subject}).`;
    const timer = setTimeout(() => this.#end(late), stepMs);
    try {
      send(sftp, (error, value) => (error ? reject(error) : resolve(value as Value)));
      return await Promise.race([promise, this.#lost.promise]);
    } catch (error) {
      throw this.#toError(error, subject);
    } finally {
      clearTimeout(timer);
    }
  }

  #toError(error: unknown, subject: string): unknown {
    if (error instanceof StorageAway || isUnsupported(error)) return error;
    const { code, message } = error as { readonly code?: unknown; readonly message?: string };
    if (typeof code === "number") return new SftpRefusal(code, subject, String(message));
    return new StorageAway(`The connection to ${this.#needs.address} was lost: ${message}`);
  }

  #end(reason: string): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#lost.reject(new StorageAway(reason));
    this.#needs.socket.destroy();
  }
}

const END_OF_FILE = 1;

function isEndOfFile(error: unknown): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === END_OF_FILE;
}

/** The types of the library know only the form with a path, which reads all entries. */
function readFolder(
  sftp: SFTPWrapper,
  handle: Buffer,
  done: Done<readonly FileEntryWithStats[]>,
): void {
  sftp.readdir(handle as never, (error, entries) =>
    isEndOfFile(error) ? done(undefined, []) : done(error, entries),
  );
}
