/** `card-hosts`: lists, adds, changes, checks and removes named card hosts. */
import { checkHostFiles } from "../../app/areas/card-hosts/open-host.ts";
import { openAndSignOn } from "../../app/areas/card-hosts/wait-for-sign-on.ts";
import type { Config } from "../../config.ts";
import type { CardHostRecord } from "../../core/card-hosts/card-host-record.ts";
import { CardHostStore } from "../../core/card-hosts/card-host-store.ts";
import {
  addCardHost,
  type CardHostNeeds,
  changeCardHost,
  OTHER_KIND,
  removeCardHost,
} from "../../core/card-hosts/edit-card-hosts.ts";
import { StartError } from "../../ports/start-error.ts";
import {
  CONNECTION_TEXTS,
  type ConnectionTexts,
  readConnection,
  writeConnection,
} from "../../wire/card-hosts/read-connection.ts";
import { linesOrMessage, type OutputOptions, print } from "../output.ts";
import {
  commandLineActor,
  type OpenInstallation,
  withAuditedInstallation,
  withInstallation,
} from "../with-installation.ts";

type HostOptions = OutputOptions & ConnectionTexts;

export async function listCardHostsCommand(config: Config, options: OutputOptions): Promise<void> {
  await withInstallation(config, async ({ owner }) => {
    const hosts = await new CardHostStore(owner).listHosts();
    const message = "There are no named card hosts. Add one with `card-hosts add`.";
    print(options, { hosts }, linesOrMessage(message, hosts.map(hostLine)));
  });
}

function hostLine({ name, connection }: CardHostRecord): string {
  const address =
    connection.kind === "json"
      ? connection.url
      : `${connection.host}:${connection.port}, dialect ${connection.dialect}, ${connection.connections} connections`;
  return `${name}  ${connection.kind}  ${address}`;
}

export async function addCardHostCommand(config: Config, name: string, options: HostOptions) {
  const record = readRecord(config, name, connectionTexts(options));
  await withAuditedInstallation(config, async (installed) => {
    const by = { actor: commandLineActor() };
    const outcome = await addCardHost(hostNeeds(installed), record, by);
    if (outcome.kind === "bad_value") throw new StartError(CONNECTION_TEXTS[outcome.value]);
    if (outcome.kind === "name_taken")
      throw new StartError(`A card host has or had the name ${name}. Choose another.`);
    print(options, { added: name }, [
      `Card host ${name} was added. Use it with \`accounts set <id> --card-processor ${name}\`.`,
    ]);
  });
}

/** Settings that are not given stay as they are. */
export async function setCardHostCommand(config: Config, name: string, options: HostOptions) {
  await withAuditedInstallation(config, async (installed) => {
    const { connection } = await findHost(installed, name);
    const given = connectionTexts(options);
    const isOtherKind = given.kind !== undefined && given.kind !== connection.kind;
    const texts = isOtherKind ? given : { ...writeConnection(connection), ...given };
    const record = readRecord(config, name, texts);
    const by = { actor: commandLineActor() };
    const outcome = await changeCardHost(hostNeeds(installed), record, by);
    if (outcome.kind === "bad_value") throw new StartError(CONNECTION_TEXTS[outcome.value]);
    if (outcome.kind === "not_found") throw unknownHost(name);
    if (outcome.kind === "other_kind") throw new StartError(OTHER_KIND);
    print(options, { changed: name }, [
      `Card host ${name} was changed. Running processes use the new settings within 5 seconds.`,
    ]);
  });
}

export async function removeCardHostCommand(config: Config, name: string, options: OutputOptions) {
  await withAuditedInstallation(config, async (installed) => {
    const outcome = await removeCardHost(hostNeeds(installed), name, { actor: commandLineActor() });
    if (outcome.kind === "not_found") throw unknownHost(name);
    if (outcome.kind === "in_use") {
      const { accounts, count } = outcome;
      throw new StartError(
        `${count} accounts use card host ${name} (${accounts.join(", ")}). Set another card processor for them first.`,
      );
    }
    if (outcome.kind === "unfinished") {
      throw new StartError(
        `The results of ${outcome.payments} payments at card host ${name} are not known yet. Try again when they are.`,
      );
    }
    print(options, { removed: name }, [`Card host ${name} was removed.`]);
  });
}

const SIGN_ON_MS = 10_000;

/** Opens the host as a payment would, and sends no order. */
export async function checkCardHostCommand(config: Config, name: string, options: OutputOptions) {
  await withInstallation(config, async (installed) => {
    const record = await findHost(installed, name);
    const { host, isSignedOn, problems } = await openAndSignOn(record, config, SIGN_ON_MS);
    await host.close();
    if (!isSignedOn) {
      throw new StartError(
        `Card host ${name} did not accept a sign-on within ${SIGN_ON_MS / 1_000} s: ${problems.join("; ")}.`,
      );
    }
    const text =
      host.connections === undefined
        ? `The settings and files of card host ${name} are valid. It is connected with the first payment.`
        : `Card host ${name} accepted the sign-on.`;
    print(options, { checked: name }, [text]);
  });
}

async function findHost({ owner }: OpenInstallation, name: string): Promise<CardHostRecord> {
  const hosts = await new CardHostStore(owner).listHosts();
  const found = hosts.find((host) => host.name === name);
  if (found === undefined) throw unknownHost(name);
  return found;
}

function unknownHost(name: string): StartError {
  return new StartError(`Card host ${name} not found. List all with \`card-hosts list\`.`);
}

function connectionTexts({ json: _json, ...texts }: HostOptions & { readonly json?: boolean }) {
  return texts as ConnectionTexts;
}

/** Also checks the files on this machine. Every machine that pays needs them. */
function readRecord(config: Config, name: string, texts: ConnectionTexts): CardHostRecord {
  const reading = readConnection(texts);
  if (reading.kind === "bad_value") throw new StartError(CONNECTION_TEXTS[reading.value]);
  const record = { name, connection: reading.connection };
  checkHostFiles(record, { config, log: { warn: () => {} } });
  return record;
}

function hostNeeds({ owner, config }: OpenInstallation): CardHostNeeds {
  return { db: owner, payments: owner, environment: config.environment };
}
