/**
 * A gateway for a test suite: the whole product on its own database, behind one port. A reset puts
 * everything back to the seeded data in a fraction of a second.
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import { systemClock } from "../../adapters/system-clock.ts";
import type { Config } from "../../config.ts";
import { readCertificationSeed } from "../../core/certification/certification-seed.ts";
import type { DatabasePlace } from "../database/database-place.ts";
import type { Logger } from "../log/logger.ts";
import type { ReadyGateway } from "./contract.ts";
import { type DatabaseSlot, takeSlot } from "./database-slot.ts";
import { FrontServer } from "./front-server.ts";
import { writeSeededLogins } from "./seeded-logins.ts";
import { SpareInstallations, type SpareNeeds } from "./spare-installations.ts";
import { ensureTemplate } from "./template.ts";
import { TEST_WEBHOOK_SECRET } from "./test-endpoints.ts";
import {
  openTestInstallation,
  type TestInstallation,
  type TestSettings,
} from "./test-installation.ts";
import { joinTestServer } from "./test-server.ts";

interface GatewayParts {
  readonly settings: TestSettings;
  readonly server: DatabasePlace;
  readonly slot: DatabaseSlot;
  readonly template: string;
  readonly front: FrontServer;
}

export class TestGateway {
  readonly ready: ReadyGateway;
  readonly #parts: GatewayParts;
  readonly #spares: SpareInstallations;
  #current: TestInstallation;
  #resetting: Promise<void> = Promise.resolve();
  readonly #closing = new Set<Promise<void>>();

  constructor(parts: GatewayParts, first: TestInstallation, ready: ReadyGateway) {
    this.#parts = parts;
    this.#current = first;
    this.ready = ready;
    this.#spares = new SpareInstallations(spareNeeds(parts));
  }

  get current(): TestInstallation {
    return this.#current;
  }

  /** Resets that are asked for at the same time run one after the other. */
  reset(): Promise<void> {
    this.#resetting = this.#resetting.catch(() => {}).then(() => this.#reset());
    return this.#resetting;
  }

  /** The old state is closed in the background. */
  async #reset(): Promise<void> {
    const old = this.#current;
    const next = await this.#spares.take();
    await this.#parts.front.switchTo(next.app.server);
    this.#current = next;
    await next.start();
    // The next one first: it may be needed soon.
    this.#close(old, this.#spares.nextOpened);
  }

  async stop(): Promise<void> {
    const { front, slot, server } = this.#parts;
    await front.close();
    this.#close(this.#current);
    for (const spare of await this.#spares.takeAll()) this.#close(spare);
    await Promise.all(this.#closing);
    await rm(dataFolder(server, slot), { recursive: true, force: true });
    await slot.close();
    await server.close();
  }

  #close(installation: TestInstallation, after: Promise<unknown> = Promise.resolve()): void {
    const { log } = this.#parts.settings;
    const closing = after
      .then(() => installation.close())
      .catch((error: unknown) => log.error({ err: error }, "a test gateway could not be closed"))
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}

export async function openTestGateway(config: Config, log: Logger): Promise<TestGateway> {
  const server = await joinTestServer(config, (line) => log.info(line));
  const closers = [() => server.close()];
  try {
    const slot = await takeSlot(server);
    closers.unshift(() => slot.close());
    const front = new FrontServer(config);
    const port = await front.listen(config);
    closers.unshift(() => front.close());
    const settings = { config: { ...config, port }, log };
    return await openOnSlot({ settings, server, slot, front });
  } catch (error) {
    for (const close of closers) await close();
    throw error;
  }
}

async function openOnSlot(opened: Omit<GatewayParts, "template">): Promise<TestGateway> {
  const { settings, server, slot, front } = opened;
  const installation = { ...settings, place: server };
  const template = await ensureTemplate({ slot, installation, now: systemClock.wall() });
  const parts = { ...opened, template };
  const { createClone, openClone } = spareNeeds(parts);
  const first = await openClone(await createClone());
  await front.switchTo(first.app.server);
  await first.start();
  const { host, port } = settings.config;
  const seeded = writeSeededLogins(await readCertificationSeed());
  const ready = { url: `http://${host}:${port}`, ...seeded, webhookSecret: TEST_WEBHOOK_SECRET };
  return new TestGateway(parts, first, ready);
}

function spareNeeds({ settings, server, slot, template }: GatewayParts): SpareNeeds {
  const dataDir = dataFolder(server, slot);
  return {
    createClone: () => slot.createClone(template),
    openClone: ({ place, drop }) =>
      openTestInstallation(settings, { place: { ...place, dataDir }, drop }),
  };
}

/** For files of the gateway, such as bank files in folders. Created only when one is written. */
function dataFolder({ dataDir }: DatabasePlace, { slot }: DatabaseSlot): string {
  return path.join(dataDir, "gateways", String(slot));
}
