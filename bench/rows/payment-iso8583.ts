/** Card sales over an ISO 8583 host against the same program with the simulator. */
import path from "node:path";
import { CardHostStore } from "../../src/core/card-hosts/card-host-store.ts";
import { FORM_TYPE } from "../../src/wire/form.ts";
import type { BenchInstallation } from "../bench-installation.ts";
import { Child } from "../child.ts";
import type { Cleaning } from "../cleaning.ts";
import { makeDataDir } from "../data-folder.ts";
import { openOwner } from "../environment.ts";
import { startProduct } from "../http-process.ts";
import type { BenchRow } from "../row.ts";
import { APPROVED, PAYMENT_PATH, saleForms, takeSale } from "../sales.ts";

const FORMS = 2_048;
const HOST = path.join(import.meta.dirname, "../peers/iso-host.ts");

export const paymentIso8583: BenchRow = {
  name: "payment-iso8583",
  about: "card sales over an ISO 8583 host against the same program with the simulator",
  unit: "a second",
  better: "higher",
  target: 0.8,

  async prepare(installation, cleaning) {
    const port = await new Child(cleaning, { file: HOST }).heard<number>();
    const isoUrl = await startNew(installation, cleaning, port);
    const simulatorUrl = await startNew(installation, cleaning);
    const load = installation.load();
    const target = { contentType: FORM_TYPE, bodies: saleForms(FORMS), expected: APPROVED };
    return {
      product: load.on({ ...target, url: isoUrl + PAYMENT_PATH }),
      peer: load.on({ ...target, url: simulatorUrl + PAYMENT_PATH }),
    };
  },
};

/** The accounts use the host before their first login, which is remembered for a while. */
async function startNew(
  installation: BenchInstallation,
  cleaning: Cleaning,
  isoPort?: number,
): Promise<string> {
  const databaseUrl = await (await installation.databaseServer()).createDatabase(cleaning);
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: await makeDataDir(cleaning) };
  const { url } = await startProduct(cleaning, settings);
  if (isoPort !== undefined) await chooseHost(openOwner(cleaning, databaseUrl), isoPort);
  const [form = ""] = saleForms(1);
  await takeSale(url, form);
  return url;
}

async function chooseHost(owner: ReturnType<typeof openOwner>, port: number): Promise<void> {
  await new CardHostStore(owner).insertHost({
    name: "switch",
    connection: {
      ...{ kind: "iso8583", host: "127.0.0.1", port, tls: false, dialect: "1987" },
      ...{ header: "2 binary", connections: 2, acquirerId: "123456", echoSeconds: 60 },
    },
  });
  await owner.rows`
    update accounts set card_processor = 'switch', card_merchant_id = 'M1', card_terminal_id = 'T1'
    where not is_agent`;
}
