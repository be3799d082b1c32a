/**
 * Pages of large management tables with both tenant checks, against a bare SELECT of the same page.
 */
import { ClientStore } from "../../src/core/management/clients/client-store.ts";
import {
  DeviceRegisterStore,
  type DevicesQuestion,
} from "../../src/core/management/devices/device-register-store.ts";
import { LocationStore } from "../../src/core/management/locations/location-store.ts";
import { countDevices, visiblePartners } from "../../src/core/management/scope/visible-store.ts";
import { ContactStore } from "../../src/core/management/users/contact-store.ts";
import { DatabasePool } from "../../src/db/database-pool.ts";
import { migrate, readMigrations } from "../../src/db/migrate.ts";
import { APP_ROLE } from "../../src/db/roles.ts";
import type { Cleaning } from "../cleaning.ts";
import { openOwner } from "../environment.ts";
import { type FilledManagement, fillManagement } from "../management/fill.ts";
import type { BenchRow } from "../row.ts";
import { median } from "../statistics.ts";
import type { Measured } from "../turn.ts";

const FULL = { partners: 1_000, clients: 100_000, devices: 1_000_000 };
const PARTNERS_MIN = 20;
const SKIPS = [0, 1_000, 10_000];
const TAKE = 10;

export const managementList: BenchRow = {
  name: "management-list",
  about:
    "a page and its total with 1,000 partners, 100,000 clients and 1,000,000 devices, against a bare SELECT of it and no total",
  unit: "ms",
  better: "lower",
  limits: [
    { figure: "slowest page ms", unit: "ms", atMost: 15 },
    { figure: "total by count", unit: "", atMost: 1.2 },
  ],

  async prepare(installation, cleaning, { scale }) {
    const url = await (await installation.databaseServer()).createDatabase(cleaning);
    const owner = openOwner(cleaning, url);
    await migrate(owner, await readMigrations());
    const filled = await fillManagement(owner, {
      partners: Math.max(PARTNERS_MIN, Math.ceil(FULL.partners * scale)),
      clients: Math.ceil(FULL.clients * scale),
      devices: Math.ceil(FULL.devices * scale),
    });
    const app = openApp(cleaning, url);
    const pages = listPages(app, filled);
    return {
      product: (seconds) => measure({ pages, app, owner, filled }, seconds),
      peer: (seconds) => bare(owner, seconds),
    };
  },
};

function openApp(cleaning: Cleaning, connectionString: string): DatabasePool {
  const limits = { size: 2, queueMax: 100, statementTimeoutMs: 60_000 };
  const app = new DatabasePool({ connectionString, role: APP_ROLE, ...limits });
  cleaning.add(() => app.close());
  return app;
}

type Page = () => Promise<unknown>;

/** Every list, from every level of the tree, at every depth of paging. */
function listPages(app: DatabasePool, { callers }: FilledManagement): ReadonlyMap<string, Page> {
  const [clients, locations] = [new ClientStore(app), new LocationStore(app)];
  const [contacts, devices] = [new ContactStore(app), new DeviceRegisterStore(app)];
  const pages = new Map<string, Page>();
  for (const [height, id] of Object.entries(callers)) {
    for (const skip of SKIPS) {
      const slice = { take: TAKE, skip, topId: undefined, clientId: undefined };
      const add = (what: string, page: Page) =>
        pages.set(`${what} of ${height} from ${skip}`, page);
      add("clients", () => clients.listClients(id, slice));
      add("locations", () => locations.listLocations(id, slice));
      add("users", () => contacts.listUsers(id, slice));
      for (const [what, more] of Object.entries(DEVICE_LISTS)) {
        add(what, () => devices.listDevices(id, { ...DEVICES, ...slice, ...more }));
      }
    }
  }
  return pages;
}

const DEVICES = {
  serialNumber: undefined,
  stateId: undefined,
  order: "id",
  isDescending: false,
} as const;
const DEVICE_LISTS: Readonly<Record<string, Partial<DevicesQuestion>>> = {
  devices: {},
  "devices backwards": { isDescending: true },
  "devices by serial": { order: "serialNumber" },
  "devices by name": { order: "name", isDescending: true },
  "devices by activation": { order: "activationDate" },
  "devices in a state": { stateId: 8 },
};

interface Product {
  readonly pages: ReadonlyMap<string, Page>;
  readonly app: DatabasePool;
  readonly owner: DatabasePool;
  readonly filled: FilledManagement;
}

/** Reads all pages repeatedly until the time is over. */
async function measure(product: Product, seconds: number): Promise<Measured> {
  const times = new Map<string, number[]>([...product.pages.keys()].map((name) => [name, []]));
  const until = performance.now() + seconds * 1_000;
  do {
    for (const [name, page] of product.pages) times.get(name)?.push(await measureTime(page));
  } while (performance.now() < until);
  const medians = [...times].map(([name, each]) => ({ name, ms: median(each) }));
  const slowest = medians.reduce((one, other) => (one.ms >= other.ms ? one : other));
  const value = medians.reduce((sum, { ms }) => sum + ms, 0) / medians.length;
  const totals = await totalsByCount(product);
  if (process.env["BENCH_PAGES"])
    console.error(medians.toSorted((a, b) => b.ms - a.ms).slice(0, 12));
  return { value, figures: { "slowest page ms": slowest.ms, "total by count": totals } };
}

/** The time to count all devices of the top partner, relative to a bare count. */
async function totalsByCount({ app, owner, filled }: Product): Promise<number> {
  const { top } = filled.callers;
  const kept = () =>
    app.within({ partnerId: top }, async (db) =>
      countDevices(db, await visiblePartners(db, top, undefined), undefined),
    );
  const counted = () => owner.rows`select count(*) from devices`;
  const [one, other]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < 5; turn++) {
    one.push(await measureTime(kept));
    other.push(await measureTime(counted));
  }
  return median(one) / median(other);
}

async function bare(owner: DatabasePool, seconds: number): Promise<Measured> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1_000;
  do {
    for (const skip of SKIPS) {
      times.push(
        await measureTime(
          () => owner.rows`select * from devices order by id limit ${TAKE} offset ${skip}`,
        ),
      );
    }
  } while (performance.now() < until);
  return { value: times.reduce((sum, ms) => sum + ms, 0) / times.length };
}

async function measureTime(work: Page): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
