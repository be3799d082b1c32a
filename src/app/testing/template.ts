/**
 * The prepared database that test gateways clone: migrated and seeded once, and named by what it is
 * made from, so that another release or another month makes a new one.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { CERTIFICATION_SEED_FILE } from "../../core/certification/certification-seed.ts";
import { withSessionLock } from "../../db/locks/session-lock.ts";
import { readMigrations } from "../../db/migrate.ts";
import { type Installation, openOwner } from "../database/installation.ts";
import { migrateInstallation, seedInstallation } from "../database/prepare.ts";
import { openCustody } from "../keys/custody.ts";
import { VERSION } from "../version.ts";
import { CloneStore } from "./clone-store.ts";
import type { DatabaseSlot } from "./database-slot.ts";
import { addTestEndpoints } from "./test-endpoints.ts";
import { placeOnServer } from "./test-server.ts";

const PREFIX = "sixdoors_kit_template_";
const LOCK = {
  name: "testTemplate",
  text: "template",
  subject: "the template of test gateways",
} as const;
/** Increase it when the code below fills templates differently. */
const FORMAT = 1;
/** Other releases may use the same server, so the newest templates stay. */
const KEPT = 3;

/** The database of the installation is replaced. */
export interface TemplateNeeds {
  readonly slot: DatabaseSlot;
  readonly installation: Omit<Installation, "owner" | "close">;
  /** Templates have the partitions of this month and the next ones. */
  readonly now: Temporal.Instant;
}

/** Returns the name of the template, and creates it if it is missing. */
export async function ensureTemplate(needs: TemplateNeeds): Promise<string> {
  const { pool } = needs.slot;
  const name = await templateName(needs.now);
  const clones = new CloneStore(pool);
  if ((await clones.listDatabases(PREFIX)).includes(name)) return name;
  return withSessionLock(pool, LOCK, async () => {
    const templates = await clones.listDatabases(PREFIX);
    if (templates.includes(name)) return name;
    for (const old of templates.slice(0, -KEPT)) await clones.dropDatabase(old);
    await createTemplate(needs, clones, name);
    return name;
  });
}

async function templateName(now: Temporal.Instant): Promise<string> {
  const month = now.toZonedDateTimeISO("UTC").toPlainDate().toPlainYearMonth();
  const digest = createHash("sha256").update(`${FORMAT} ${VERSION} ${month} `);
  digest.update(await readFile(CERTIFICATION_SEED_FILE));
  for (const { number, checksum } of await readMigrations()) digest.update(`${number} ${checksum}`);
  return `${PREFIX}${digest.digest("hex").slice(0, 16)}`;
}

/** Under another name first, so that a killed process leaves no half template behind. */
async function createTemplate(
  { installation, now }: TemplateNeeds,
  clones: CloneStore,
  name: string,
): Promise<void> {
  const draft = name.replace("template", "draft");
  await clones.dropDatabase(draft);
  await clones.createEmpty(draft);
  const place = placeOnServer(installation.place, draft);
  const owner = openOwner(place.ownerUrl);
  const drafted = { ...installation, place, owner, close: () => owner.close() };
  try {
    await migrateInstallation(drafted);
    await fillTemplate(drafted, now);
  } finally {
    await owner.close();
  }
  await clones.renameDatabase(draft, name);
}

async function fillTemplate(installation: Installation, now: Temporal.Instant): Promise<void> {
  const { custody, close } = await openCustody(installation);
  try {
    await seedInstallation(installation, custody);
    await addTestEndpoints({ db: installation.owner, custody }, now);
  } finally {
    await close();
  }
}
