/**
 * Buffers bytes in memory, and in a temporary file when there are too many. The file is unlinked
 * right after it is created, so that nothing remains if the process dies.
 */
import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { Spool, Spools } from "../ports/spool.ts";

/** The maximum in memory for each reader. */
const MEMORY_MAX = 1024 * 1024;
const READ_SIZE = 256 * 1024;

export interface FileSpoolOptions {
  readonly folder: string;
  /** The limit for all files together. */
  readonly bytesMax: number;
  /** Called if a file cannot be written or read, once for each reader. */
  readonly onTrouble?: (trouble: string) => void;
  readonly openFile?: (folder: string) => Promise<SpoolFile>;
}

export type SpoolFile = Pick<FileHandle, "truncate" | "close"> & {
  read(wish: { buffer: Buffer; position: number }): Promise<{ buffer: Buffer; bytesRead: number }>;
  write(
    bytes: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesWritten: number }>;
};

export class FileSpools implements Spools {
  readonly #options: FileSpoolOptions;
  #bytes = 0;

  constructor(options: FileSpoolOptions) {
    this.#options = options;
  }

  open(): Spool {
    return new FileSpool(this);
  }

  openFile(): Promise<SpoolFile> {
    const { folder, openFile = openNameless } = this.#options;
    return openFile(folder);
  }

  reportProblem(trouble: string): void {
    this.#options.onTrouble?.(`${trouble} (reports are spooled in ${this.#options.folder})`);
  }

  /** Returns false if the quota is used up. */
  reserveBytes(bytes: number): boolean {
    if (this.#bytes + bytes > this.#options.bytesMax) return false;
    this.#bytes += bytes;
    return true;
  }

  releaseBytes(bytes: number): void {
    this.#bytes -= bytes;
  }
}

class FileSpool extends Readable implements Spool {
  readonly #spools: FileSpools;
  readonly #memory: Buffer[] = [];
  #memoryBytes = 0;
  #file: SpoolFile | undefined;
  /** The unread bytes of the file are between these two positions. */
  #read = 0;
  #written = 0;
  /** Operations on the file run one after the other. */
  #lastTurn: Promise<unknown> = Promise.resolve();
  #isReading = false;
  #isWanted = false;
  #hasEnded = false;
  #isTold = false;
  #onRoom: (() => void) | undefined;

  constructor(spools: FileSpools) {
    super({ highWaterMark: READ_SIZE });
    this.#spools = spools;
    // The consumer gets the error too. Without a listener, the event would end the process.
    this.on("error", () => {});
  }

  get reader(): Readable {
    return this;
  }

  async add(bytes: Buffer): Promise<void> {
    while (!this.destroyed) {
      if (this.#hasRoom()) return this.#keep(bytes);
      if (this.#spools.reserveBytes(bytes.length) && (await this.#append(bytes))) return;
      if (this.#hasRoom()) continue;
      // No room: wait for the reader.
      await new Promise<void>((resolve) => {
        this.#onRoom = resolve;
      });
    }
    throw this.errored ?? new Error("the reader was closed");
  }

  end(): void {
    this.#hasEnded = true;
    this.#flow();
  }

  fail(error: Error): void {
    this.destroy(error);
  }

  override _read(): void {
    this.#isWanted = true;
    this.#flow();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#tellRoom();
    const closed = this.#inTurn(async () => {
      this.#memory.length = 0;
      this.#spools.releaseBytes(this.#written);
      this.#written = 0;
      await this.#file?.close();
    });
    const finish = () => done(error);
    closed.then(finish, finish);
  }

  #keep(bytes: Buffer): void {
    this.#memory.push(bytes);
    this.#memoryBytes += bytes.length;
    this.#flow();
  }

  /** Returns false if the disk is full or fails. Bytes that were partly written do not count. */
  async #append(bytes: Buffer): Promise<boolean> {
    try {
      await this.#inTurn(async () => {
        this.#file ??= await this.#spools.openFile();
        await writeAll(this.#file, bytes, this.#written);
        this.#written += bytes.length;
      });
    } catch (error) {
      this.#spools.releaseBytes(bytes.length);
      this.#tellOnce(error as Error);
      return false;
    }
    this.#flow();
    return true;
  }

  #tellOnce({ message }: Error): void {
    if (!this.#isTold && !this.destroyed) {
      this.#spools.reportProblem(`A report now runs at its reader's speed: ${message}`);
    }
    this.#isTold = true;
  }

  /** Room in memory. Only if the file is empty, because its bytes must come first. */
  #hasRoom(): boolean {
    return this.#written === 0 && this.#memoryBytes < MEMORY_MAX;
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#lastTurn.then(work);
    this.#lastTurn = turn.catch(() => {});
    return turn;
  }

  /** Bytes in memory are older than bytes in the file. */
  #flow(): void {
    while (this.#isWanted && this.#memory.length > 0) {
      const bytes = this.#memory.shift() as Buffer;
      this.#memoryBytes -= bytes.length;
      this.#isWanted = this.push(bytes);
    }
    if (this.#memoryBytes < MEMORY_MAX) this.#tellRoom();
    if (!this.#isWanted || this.#isReading || this.destroyed) return;
    if (this.#read < this.#written) void this.#readBack();
    else if (this.#hasEnded) this.push(null);
  }

  #tellRoom(): void {
    const tell = this.#onRoom;
    this.#onRoom = undefined;
    tell?.();
  }

  async #readBack(): Promise<void> {
    this.#isReading = true;
    try {
      await this.#inTurn(() => this.#readPiece());
      this.#isReading = false;
      this.#flow();
    } catch (error) {
      if (!this.destroyed)
        this.#spools.reportProblem(`A report was aborted: ${(error as Error).message}`);
      this.destroy(error as Error);
    }
  }

  async #readPiece(): Promise<void> {
    const { buffer, bytesRead } = await this.#fileOrError().read({
      buffer: Buffer.allocUnsafe(Math.min(READ_SIZE, this.#written - this.#read)),
      position: this.#read,
    });
    const isAll = this.#read + bytesRead === this.#written;
    if (isAll) await this.#fileOrError().truncate(0);
    // No await from here to the push, so that bytes that are added next follow these.
    this.#read += bytesRead;
    if (isAll) this.#beginAnew();
    this.#isWanted = this.push(buffer.subarray(0, bytesRead));
  }

  #beginAnew(): void {
    this.#spools.releaseBytes(this.#written);
    this.#read = 0;
    this.#written = 0;
  }

  #fileOrError(): SpoolFile {
    if (this.#file === undefined || this.destroyed) throw new Error("the spool file is closed");
    return this.#file;
  }
}

export async function openNameless(folder: string): Promise<FileHandle> {
  const name = path.join(folder, `sixdoors-report-${randomUUID()}`);
  const file = await open(name, "wx+", 0o600);
  await unlink(name);
  return file;
}

async function writeAll(file: SpoolFile, bytes: Buffer, place: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const left = bytes.length - done;
    const { bytesWritten } = await file.write(bytes, done, left, place + done);
    done += bytesWritten;
  }
}
