/**
 * Finds the device of a parser call and marks it as used. To save statements, a device is remembered
 * for less than a second and marked once a minute.
 */
import { Coalescer } from "../../../db/coalescer.ts";
import type { Clock } from "../../../ports/clock.ts";
import { RecentMap } from "../../access/memory/recent-map.ts";
import type { Device, DeviceQuestion, DeviceStore } from "./device-store.ts";

export interface DevicesNeeds {
  readonly store: DeviceStore;
  readonly clock: Clock;
  readonly queueMax: number;
  /** A monotonic clock. */
  readonly nowMs?: () => number;
}

export type DeviceFinding =
  | { readonly kind: "found"; readonly device: Device }
  | { readonly kind: "none" }
  | { readonly kind: "several" };

interface Remembered {
  readonly finding: Promise<DeviceFinding>;
  readonly untilMs: number;
}

const REMEMBERED_MAX = 10_000;
/** Counted from the start of the lookup, so that a disabled device is refused within a second. */
const REMEMBERED_MS = 900;
const MARK_EVERY = Temporal.Duration.from({ minutes: 1 });
const MARK_EVERY_MS = MARK_EVERY.total("milliseconds");

/** The states that may decrypt (A, deviceState). */
const MAY_DECRYPT: ReadonlySet<string> = new Set(["activating", "activated"]);

export function mayDecrypt({ state, isClientActive }: Device): boolean {
  return isClientActive && MAY_DECRYPT.has(state);
}

/** The length of the client makes the key unambiguous. */
function questionKey({ partnerId, serial, client, typeId }: DeviceQuestion): string {
  return `${partnerId}/${typeId}/${client?.length}/${client}/${serial}`;
}

export class Devices {
  readonly #needs: DevicesNeeds;
  readonly #nowMs: () => number;
  readonly #found = new RecentMap<Remembered>(REMEMBERED_MAX);
  readonly #markedMs = new RecentMap<number>(REMEMBERED_MAX);
  readonly #marks: Coalescer<string, undefined>;

  constructor(needs: DevicesNeeds) {
    this.#needs = needs;
    this.#nowMs = needs.nowMs ?? (() => performance.now());
    this.#marks = new Coalescer({
      runAll: (ids) => this.#markAll(ids),
      queueMax: needs.queueMax,
    });
  }

  /** Concurrent callers share one lookup. */
  findDevice(question: DeviceQuestion): Promise<DeviceFinding> {
    const key = questionKey(question);
    const nowMs = this.#nowMs();
    const known = this.#found.get(key);
    if (known !== undefined && nowMs < known.untilMs) return known.finding;
    const finding = this.#look(question);
    this.#found.set(key, { finding, untilMs: nowMs + REMEMBERED_MS });
    // Only a found device is remembered, so that a new device works at once.
    const forget = () => this.#found.delete(key);
    finding.then(({ kind }) => kind === "found" || forget(), forget);
    return finding;
  }

  /** For calls without a device. Returns undefined if no client or several clients match. */
  async findClient(partnerId: string, client: string): Promise<string | undefined> {
    const [id, another] = await this.#needs.store.findClients(partnerId, client);
    return another === undefined ? id : undefined;
  }

  /** Returns undefined if the use was marked less than a minute ago. */
  markUsed({ id, state }: Device): Promise<undefined> | undefined {
    const markedMs = this.#markedMs.get(id);
    const isDue = markedMs === undefined || this.#nowMs() - markedMs >= MARK_EVERY_MS;
    if (!isDue && state === "activated") return undefined;
    this.#markedMs.set(id, this.#nowMs());
    return this.#marks.run(id);
  }

  async #look(question: DeviceQuestion): Promise<DeviceFinding> {
    const [device, another] = await this.#needs.store.findDevices(question);
    if (device === undefined) return { kind: "none" };
    return another === undefined ? { kind: "found", device } : { kind: "several" };
  }

  async #markAll(ids: readonly string[]): Promise<readonly undefined[]> {
    const at = this.#needs.clock.wall();
    await this.#needs.store.markUsed({ ids, at, markedBefore: at.subtract(MARK_EVERY) });
    return ids.map(() => undefined);
  }
}
