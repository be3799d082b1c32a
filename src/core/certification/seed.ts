/**
 * Fills an empty certification database, once and in one transaction. Production never calls this
 * and does not start with a seeded database.
 */

import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { BaseKeyRegister, KeyCustody } from "../../ports/key-custody.ts";
import { Secret } from "../../values/secret.ts";
import type { PasswordHashing } from "../access/password.ts";
import { sealAccessKey } from "../accounts/access-key.ts";
import { type Act, recordAct } from "../audit/act.ts";
import { Chainer } from "../audit/chainer.ts";
import type {
  CertificationSeed,
  SeedAccount,
  SeedClient,
  SeedContact,
  SeedPartner,
} from "./certification-seed.ts";
import { SeedStore } from "./seed-store.ts";

export interface SeedNeeds {
  readonly owner: DatabasePool;
  readonly passwords: PasswordHashing;
  readonly custody: KeyCustody & { readonly baseKeys: BaseKeyRegister };
}

/** Returns false, and changes nothing, if the database is already seeded. */
export async function seedCertification(
  needs: SeedNeeds,
  data: CertificationSeed,
): Promise<boolean> {
  const hashes = await hashSeeded(needs.passwords, data);
  const seeded = await needs.owner.atomically(async (db) => {
    const seeding = new Seeding(db, needs.custody, hashes);
    if (!(await seeding.run(data))) return false;
    await recordAct(db, seedAct(data));
    // Chained now, so that the audit chain starts with the installation and not with its first job.
    await new Chainer({ db, custody: needs.custody }).chainAll();
    return true;
  });
  // Key custody commits these by itself. Keys that exist already stay unchanged.
  for (const { name, kind, value } of data.baseKeys) {
    await needs.custody.baseKeys.addTestKey({ name, kind, ksi: null }, new Secret(value));
  }
  return seeded;
}

function seedAct({ accounts, partners, clients, devices }: CertificationSeed): Act {
  return {
    actor: { kind: "system", name: "seed" },
    action: "installation.seed",
    subject: { kind: "installation", id: "certification" },
    after: {
      accounts: accounts.length,
      partners: partners.length,
      clients: clients.length,
      devices: devices.reduce((sum, { serials }) => sum + Object.keys(serials).length, 0),
    },
    result: "done",
  };
}

type Hashes = ReadonlyMap<string, string>;

/** Hashing is slow, so it happens before the transaction. */
async function hashSeeded(
  hashing: PasswordHashing,
  { operators, mobileUsers, partners, clients }: CertificationSeed,
): Promise<Hashes> {
  const below = partners.flatMap(({ subPartners = [] }) => subPartners);
  const passwords = new Set([
    ...operators.map(({ password }) => password),
    ...mobileUsers.map(({ passsword }) => passsword),
    ...[...partners, ...below].map(({ user }) => user.password),
    ...clients.map(({ contact }) => contact.password),
  ]);
  const pairs = [...passwords].map(
    async (password) => [password, await hashing.hash(new Secret(password))] as const,
  );
  return new Map(await Promise.all(pairs));
}

class Seeding {
  readonly #store: SeedStore;
  readonly #custody: KeyCustody;
  readonly #hashes: Hashes;

  constructor(db: Database, custody: KeyCustody, hashes: Hashes) {
    this.#store = new SeedStore(db);
    this.#custody = custody;
    this.#hashes = hashes;
  }

  async run(data: CertificationSeed): Promise<boolean> {
    if (!(await this.#store.claimSeeding())) return false;
    for (const operator of data.operators) {
      await this.#store.addOperator(operator.userName, this.#hash(operator.password));
    }
    for (const connection of data.bankConnections) await this.#store.addBankConnection(connection);
    // Agents first: their sub-accounts refer to them.
    const accounts = data.accounts.toSorted((a, b) => Number(b.agent ?? 0) - Number(a.agent ?? 0));
    for (const account of accounts) await this.#addAccount(account);
    for (const user of data.mobileUsers) {
      await this.#store.addPosUser(user, this.#hash(user.passsword));
    }
    for (const form of data.forms) await this.#store.addForm(form);
    for (const partner of data.partners) await this.#addPartner(partner, []);
    for (const { account_id: id, partner } of accounts) {
      if (partner !== undefined) await this.#store.linkAccount(id, partner);
    }
    for (const client of data.clients) await this.#addClient(client);
    for (const devices of data.devices) await this.#store.addDevices(devices);
    return true;
  }

  async #addAccount(account: SeedAccount): Promise<void> {
    const key = new Secret(account.api_accesskey);
    await this.#store.addAccount(account);
    const sealed = await sealAccessKey(this.#custody, account.account_id, key);
    await this.#store.addAccessKey(account.account_id, sealed);
  }

  async #addPartner(partner: SeedPartner, above: readonly string[]): Promise<void> {
    const id = await this.#store.addPartner(partner, above);
    const locationId = await this.#store.addLocation(partner.location, { partnerId: id });
    const contactId = await this.#addContact(partner.user, { partnerId: id });
    await this.#store.completePartner(id, locationId, contactId);
    const key = new Secret(partner.partnerKey);
    await this.#store.addPartnerCredentials(id, partner, {
      digest: this.#custody.fingerprint("partner_credentials.key_digest", key),
      sealed: await this.#custody.seal(key, { place: "partner_credentials.key_sealed", owner: id }),
    });
    for (const below of partner.subPartners ?? []) await this.#addPartner(below, [...above, id]);
  }

  async #addClient(client: SeedClient): Promise<void> {
    const { clientId, partnerId } = await this.#store.addClient(client);
    const owner = { clientId, partnerId };
    const locationId = await this.#store.addLocation(client.location, owner);
    const contactId = await this.#addContact(client.contact, owner);
    await this.#store.completeClient(clientId, locationId, contactId);
  }

  async #addContact(
    contact: SeedContact,
    owner: { readonly partnerId: string; readonly clientId?: string },
  ): Promise<string> {
    const id = await this.#store.addContact(contact, owner);
    const sealed =
      contact.apiSecret === undefined
        ? null
        : await this.#custody.seal(new Secret(contact.apiSecret), {
            place: "contact_credentials.secret_sealed",
            owner: id,
          });
    await this.#store.addContactCredentials(id, this.#hash(contact.password), sealed);
    return id;
  }

  #hash(password: string): string {
    const hash = this.#hashes.get(password);
    if (hash === undefined) throw new Error("seed: a password has no hash");
    return hash;
  }
}
