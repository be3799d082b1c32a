/**
 * The databases of one test gateway. A gateway takes a numbered slot of the server by a lock that
 * ends with its connection, so the next gateway finds and drops the databases of a killed one.
 */
import { Database } from "../../db/database.ts";
import { DatabasePool } from "../../db/database-pool.ts";
import type { DatabasePlace } from "../database/database-place.ts";
import { CloneStore } from "./clone-store.ts";
import { placeOnServer } from "./test-server.ts";
import { waitForResult } from "./wait-for.ts";

const PREFIX = "sixdoors_kit_slot_";
const SLOT = /^sixdoors_kit_slot_(\d+)_/;
/** Another gateway may be creating the template meanwhile. */
const STATEMENT_TIMEOUT_MS = 120_000;
const CONNECTIONS = 4;
const LEAVE_WITHIN_MS = 1_000;

export class DatabaseSlot {
  readonly slot: number;
  readonly pool: DatabasePool;
  readonly #server: DatabasePlace;
  readonly #release: () => Promise<void>;
  #count = 0;

  constructor(server: DatabasePlace, held: HeldSlot, pool: DatabasePool) {
    this.#server = server;
    this.slot = held.slot;
    this.pool = pool;
    this.#release = held.release;
  }

  async createClone(template: string): Promise<DatabaseClone> {
    const name = `${PREFIX}${this.slot}_${++this.#count}`;
    const clones = new CloneStore(this.pool);
    await clones.createClone(name, template);
    const place = placeOnServer(this.#server, name);
    return { place, drop: () => dropUnused(clones, name) };
  }

  async close(): Promise<void> {
    await dropSlot(this.pool, this.slot);
    await this.#release();
    await this.pool.close();
  }
}

export interface DatabaseClone {
  readonly place: DatabasePlace;
  drop(): Promise<void>;
}

interface HeldSlot {
  readonly slot: number;
  release(): Promise<void>;
}

export async function takeSlot(server: DatabasePlace): Promise<DatabaseSlot> {
  const pool = new DatabasePool({
    connectionString: server.ownerUrl,
    size: CONNECTIONS,
    queueMax: 100,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    return new DatabaseSlot(server, await holdSlot(pool), pool);
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/** Holds a connection, and with it the lock of a slot, until it is released. */
async function holdSlot(pool: DatabasePool): Promise<HeldSlot> {
  const taken = Promise.withResolvers<number>();
  const ending = Promise.withResolvers<void>();
  const held = pool.withClient(async (client) => {
    const clones = new CloneStore(new Database(client));
    await dropAbandoned(pool, clones);
    const slot = await lockFreeSlot(clones);
    await dropSlot(pool, slot);
    taken.resolve(slot);
    await ending.promise;
    // Only an error makes the pool close the connection, which releases the lock.
    throw new SlotReleased();
  });
  const ended = held.catch((error: unknown) => {
    if (!(error instanceof SlotReleased)) taken.reject(error);
  });
  const release = () => {
    ending.resolve();
    return ended;
  };
  return { slot: await taken.promise, release };
}

class SlotReleased extends Error {}

async function lockFreeSlot(clones: CloneStore): Promise<number> {
  for (let slot = 1; ; slot++) if (await clones.tryLockSlot(slot)) return slot;
}

/** Drops the databases of gateways whose process has ended. */
async function dropAbandoned(pool: DatabasePool, clones: CloneStore): Promise<void> {
  const names = await clones.listDatabases(PREFIX);
  const slots = new Set(names.map((name) => Number(SLOT.exec(name)?.[1])));
  for (const slot of slots) {
    if (!(await clones.tryLockSlot(slot))) continue;
    await dropSlot(pool, slot);
    await clones.unlockSlot(slot);
  }
}

/** Waits for connections that are being closed, which would report an error otherwise. */
async function dropUnused(clones: CloneStore, name: string): Promise<void> {
  const isUnused = async () => ((await clones.countConnections(name)) === 0 ? true : undefined);
  await waitForResult(isUnused, LEAVE_WITHIN_MS);
  await clones.dropDatabase(name);
}

async function dropSlot(pool: DatabasePool, slot: number): Promise<void> {
  const clones = new CloneStore(pool);
  for (const name of await clones.listDatabases(`${PREFIX}${slot}_`)) {
    await clones.dropDatabase(name);
  }
}
