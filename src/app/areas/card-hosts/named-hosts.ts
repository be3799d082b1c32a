/**
 * The named card hosts of this process. Each is opened once. The list is read again every few seconds,
 * so that a host that an operator adds, changes or removes needs no restart.
 */
import type { CardHostRecord } from "../../../core/card-hosts/card-host-record.ts";
import { CardHostStore } from "../../../core/card-hosts/card-host-store.ts";
import type { Database } from "../../../db/database.ts";
import type { Processor } from "../../../ports/processor.ts";
import { StartError } from "../../../ports/start-error.ts";
import {
  type HostConnections,
  type OpenHost,
  type OpenHostNeeds,
  openNamedHost,
} from "./open-host.ts";

export interface HostState {
  readonly name: string;
  readonly kind: CardHostRecord["connection"]["kind"];
  readonly connections: HostConnections | undefined;
  /** Why it cannot be used, for example because a file is missing. */
  readonly problem: string | undefined;
  /** When the client certificate in use expires. Undefined: there is none. */
  readonly certificateEnd: Temporal.Instant | undefined;
}

interface KnownHost {
  readonly record: CardHostRecord;
  /** To notice changes. */
  readonly written: string;
  readonly open: OpenHost | undefined;
  readonly problem: string | undefined;
}

const READ_EVERY_MS = 5_000;

export class NamedHosts {
  readonly #needs: OpenHostNeeds;
  readonly #known = new Map<string, KnownHost>();
  /** Hosts that were changed or removed, and are closed a little later. */
  readonly #leaving = new Map<OpenHost, NodeJS.Timeout>();
  readonly #closing = new Set<Promise<unknown>>();
  #reading: Promise<void> | undefined;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(needs: OpenHostNeeds) {
    this.#needs = needs;
  }

  /** Opens all hosts and keeps the list up to date. Payments need not wait for connections then. */
  async watch(db: Database): Promise<void> {
    this.#timer ??= setInterval(() => void this.#read(db).catch(() => {}), READ_EVERY_MS).unref();
    await this.#read(db);
  }

  /** Undefined: there is no such host, or it cannot be used. */
  async findProcessor(name: string, db: Database): Promise<Processor | undefined> {
    const known = this.#known.get(name);
    const isOld = performance.now() - this.#readAtMs > READ_EVERY_MS;
    if (known === undefined) await this.#read(db);
    else if (isOld) void this.#read(db).catch(() => {});
    return this.#known.get(name)?.open?.processor;
  }

  states(): readonly HostState[] {
    return [...this.#known.values()].map(({ record, open, problem }) => ({
      name: record.name,
      kind: record.connection.kind,
      connections: open?.connections?.(),
      problem,
      certificateEnd: open?.certificateEnd,
    }));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#reading?.catch(() => {});
    for (const open of this.#leaving.keys()) this.#retire(open);
    for (const { open } of this.#known.values()) if (open !== undefined) this.#retire(open);
    this.#known.clear();
    await Promise.all(this.#closing);
  }

  #read(db: Database): Promise<void> {
    this.#reading ??= this.#readOnce(db).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readOnce(db: Database): Promise<void> {
    const records = await new CardHostStore(db).listHostsToOpen();
    if (this.#isClosed) return;
    this.#readAtMs = performance.now();
    const names = new Set(records.map(({ name }) => name));
    for (const name of this.#known.keys()) if (!names.has(name)) this.#forget(name);
    for (const record of records) this.#update(record);
  }

  /** A host that could not be opened is tried again: its file may be there now. */
  #update(record: CardHostRecord): void {
    const written = JSON.stringify(record.connection);
    const known = this.#known.get(record.name);
    if (known?.written === written && known.problem === undefined) return;
    if (known !== undefined) this.#forget(record.name);
    this.#known.set(record.name, { record, written, ...this.#open(record, known?.problem) });
  }

  #open(record: CardHostRecord, before: string | undefined) {
    try {
      return { open: openNamedHost(record, this.#needs), problem: undefined };
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      const problem = error.message;
      if (problem !== before) {
        this.#needs.log.warn({ host: record.name, why: problem }, "a card host cannot be used");
      }
      return { open: undefined, problem };
    }
  }

  #forget(name: string): void {
    const known = this.#known.get(name);
    this.#known.delete(name);
    // Orders that are on their way may still be answered.
    const endMs = 2 * this.#needs.config.processorTimeoutMs;
    const open = known?.open;
    if (open === undefined) return;
    this.#leaving.set(open, setTimeout(() => this.#retire(open), endMs).unref());
  }

  #retire(open: OpenHost): void {
    clearTimeout(this.#leaving.get(open));
    this.#leaving.delete(open);
    const closed = open.close().finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
  }
}
