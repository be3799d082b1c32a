/** The named card hosts: list with their state, add, change and remove. */
import { CardHostStore } from "../../../core/card-hosts/card-host-store.ts";
import {
  addCardHost,
  type CardHostNeeds,
  changeCardHost,
  isHostName,
  OTHER_KIND,
  type RemoveOutcome,
  removeCardHost,
} from "../../../core/card-hosts/edit-card-hosts.ts";
import type { CardHostConnection } from "../../../ports/card-host-settings.ts";
import {
  CONNECTION_TEXTS,
  type ConnectionTexts,
  type ConnectionValue,
  readConnection,
  writeConnection,
} from "../../../wire/card-hosts/read-connection.ts";
import { conflict, invalid } from "../errors.ts";
import type { Body } from "../read.ts";
import { actingParty, type Routes } from "../routes.ts";
import type { CardHostList, CardHostRow } from "./contract.ts";

/** What the process that answers knows about a host. */
export interface CardHostState {
  readonly name: string;
  readonly connections: { readonly ready: number; readonly wanted: number } | undefined;
  readonly problem: string | undefined;
}

export interface CardHostRouteNeeds {
  readonly cardHosts: CardHostNeeds & { readonly states: () => readonly CardHostState[] };
}

const TEXT_MAX = 1_000;
const VALUES: readonly ConnectionValue[] = [
  ...(["kind", "url", "keyFile", "host", "port", "tls", "caFile", "dialect", "header"] as const),
  ...(["connections", "acquirerId", "echoSeconds", "certFile", "certKeyFile"] as const),
];

export function addCardHosts(routes: Routes, { cardHosts }: CardHostRouteNeeds): void {
  routes.get("/operator/card-hosts", "operations", async (): Promise<CardHostList> => {
    const records = await new CardHostStore(cardHosts.db).listHosts();
    const states = new Map(cardHosts.states().map((state) => [state.name, state]));
    const items = records.map(({ name, connection }): CardHostRow => {
      const { connections, problem } = states.get(name) ?? {};
      return { name, settings: writeConnection(connection), connections, problem };
    });
    return { items };
  });
  routes.post("/operator/card-hosts", "operations", async (call) => {
    const name = call.body.text("name", { max: 40 });
    const given = readTexts(call.body);
    if (!isHostName(name)) throw badValue("name");
    const record = { name, connection: connectionOrThrow(given) };
    const outcome = await addCardHost(cardHosts, record, actingParty(call));
    if (outcome.kind === "bad_value") throw badValue(outcome.value);
    if (outcome.kind === "name_taken") {
      throw invalid({ name: "A card host has or had this name." });
    }
    return { name };
  });
  routes.post("/operator/card-hosts/:name", "operations", async (call) => {
    const name = call.param("name");
    const record = { name, connection: connectionOrThrow(readTexts(call.body)) };
    const outcome = await changeCardHost(cardHosts, record, actingParty(call));
    if (outcome.kind === "bad_value") throw badValue(outcome.value);
    if (outcome.kind === "other_kind") throw conflict(OTHER_KIND);
    return outcome.kind === "not_found" ? undefined : { name };
  });
  routes.post("/operator/card-hosts/:name/remove", "operations", async (call) => {
    const outcome = await removeCardHost(cardHosts, call.param("name"), actingParty(call));
    const refusal = removeRefusal(outcome);
    if (refusal !== undefined) throw conflict(refusal);
    return outcome.kind === "not_found" ? undefined : null;
  });
}

function readTexts(body: Body): ConnectionTexts {
  const given = VALUES.map((value) => [value, body.optionalText(value, { max: TEXT_MAX })]);
  body.settle();
  return Object.fromEntries(given);
}

function connectionOrThrow(texts: ConnectionTexts): CardHostConnection {
  const reading = readConnection(texts);
  if (reading.kind === "bad_value") throw badValue(reading.value);
  return reading.connection;
}

function badValue(value: ConnectionValue) {
  return invalid({ [value]: CONNECTION_TEXTS[value] });
}

function removeRefusal(outcome: RemoveOutcome): string | undefined {
  if (outcome.kind === "in_use") {
    const { accounts, count } = outcome;
    return `${count} accounts use this card host (${accounts.join(", ")}). Set another card processor for them first.`;
  }
  if (outcome.kind !== "unfinished") return undefined;
  return `The results of ${outcome.payments} payments at this card host are not known yet. Try again when they are.`;
}
