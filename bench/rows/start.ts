/** The time of a start, from the process to "ready", with its own embedded PostgreSQL. */
import type { Cleaning } from "../cleaning.ts";
import { makeDataDir } from "../data-folder.ts";
import { startPeer, startServe } from "../http-process.ts";
import type { BenchRow } from "../row.ts";
import type { Turn } from "../turn.ts";

export const start: BenchRow = {
  name: "start",
  about:
    "a later start of the installation against a bare server that starts PostgreSQL the same way",
  unit: "ms",
  better: "lower",
  limits: [
    { figure: "value", unit: "ms", atMost: 3_000 },
    { figure: "first start ms", unit: "ms", atMost: 10_000 },
  ],

  async prepare(_installation, cleaning) {
    return {
      product: await startedBefore(cleaning, startServe),
      peer: await startedBefore(cleaning, startPeer),
      isWarm: true,
    };
  },
};

/** The first start creates and fills the database. The measured starts find it. */
async function startedBefore(cleaning: Cleaning, begin: typeof startServe): Promise<Turn> {
  const settings = { DATA_DIR: await makeDataDir(cleaning) };
  const startOnce = async () => {
    const { readyMs, stop } = await begin(cleaning, settings);
    await stop();
    return readyMs;
  };
  const first = await startOnce();
  return async () => ({ value: await startOnce(), figures: { "first start ms": first } });
}
