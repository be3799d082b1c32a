/** The orders of the shop, a JSON file each. Yours are in a database. */
import { mkdir, open, readdir, readFile, rename } from "node:fs/promises";
import path from "node:path";

export interface Order {
  readonly id: string;
  readonly product: string;
  readonly amount: string;
  /** Reserved and saved before the payment is sent. */
  readonly paymentId: string;
  /** `paying`: a payment was sent, and its outcome is not saved yet. */
  readonly state: "open" | "paying" | "paid" | "declined" | "returned";
  /** Why the payment failed. */
  readonly message?: string | undefined;
  /** Such as "VISA ending in 1111". Card and account numbers are never saved. */
  readonly paidWith?: string | undefined;
  /** Reserved and saved before the refund is sent. */
  readonly refundId?: string | undefined;
  /** Refunded amounts by the ids of the refunds. */
  readonly refunds: Readonly<Record<string, string>>;
}

type Change = (order: Order) => Promise<Order> | Order;

const ID = /^[0-9a-f-]{36}$/;

export class Orders {
  readonly #folder: string;
  readonly #running = new Map<string, Promise<Order | undefined>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async find(id: string): Promise<Order | undefined> {
    if (!ID.test(id)) return undefined;
    const text = await readFile(this.#file(id), "utf8").catch(ignoreMissing);
    return text === undefined ? undefined : JSON.parse(text);
  }

  async list(): Promise<readonly Order[]> {
    const names = (await readdir(this.#folder).catch(ignoreMissing)) ?? [];
    const ids = names.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5));
    const orders = await Promise.all(ids.map((id) => this.find(id)));
    return orders.filter((order) => order !== undefined);
  }

  /** Returns when the order is on the disk. A crash leaves the old file or the new one. */
  async save(order: Order): Promise<Order> {
    await mkdir(this.#folder, { recursive: true });
    const draft = `${this.#file(order.id)}.new`;
    const file = await open(draft, "w");
    await file.writeFile(JSON.stringify(order, null, 2));
    await file.sync();
    await file.close();
    await rename(draft, this.#file(order.id));
    return order;
  }

  /** Changes of one order run one after the other, so a double click does not pay twice. */
  update(id: string, change: Change): Promise<Order | undefined> {
    const before = this.#running.get(id) ?? Promise.resolve(undefined);
    const next = before.catch(() => undefined).then(() => this.#change(id, change));
    const done = next.finally(() => {
      if (this.#running.get(id) === done) this.#running.delete(id);
    });
    this.#running.set(id, done);
    return done;
  }

  async #change(id: string, change: Change): Promise<Order | undefined> {
    const order = await this.find(id);
    if (order === undefined) return undefined;
    const changed = await change(order);
    return changed === order ? order : this.save(changed);
  }

  #file(id: string): string {
    return path.join(this.#folder, `${id}.json`);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
