/**
 * Base derivation keys of devices. Only check values are returned, and two people enter components.
 */
import {
  type BaseKeyNeeds,
  finishKeyImport,
  retireBaseKey,
  startKeyImport,
} from "../../../core/parser/base-keys/import-base-key.ts";
import { IMPORT_REFUSAL_TEXTS } from "../../../core/parser/base-keys/import-texts.ts";
import type { KeyUsageStore } from "../../../core/parser/base-keys/key-usage-store.ts";
import { BASE_KEY_KINDS, type ImportOutcome } from "../../../ports/key-custody.ts";
import { conflict, invalid } from "../errors.ts";
import type { Body } from "../read.ts";
import { actingParty, type Routes } from "../routes.ts";
import type { BaseKeys } from "./contract.ts";

export interface DeviceKeyRouteNeeds extends BaseKeyNeeds {
  readonly usage: KeyUsageStore;
}

/** A component of 32 bytes in hexadecimal, in groups of four. */
const COMPONENT_MAX = 200;

export function addDeviceKeys(routes: Routes, needs: DeviceKeyRouteNeeds): void {
  routes.get("/operator/keys", "terminal_keys", () => listKeys(needs));
  routes.post("/operator/keys", "terminal_keys", async (call) => {
    const { body } = call;
    const claim = {
      name: body.text("name", { max: 64 }),
      kind: body.choice("kind", BASE_KEY_KINDS),
      ksi: body.optionalText("ksi", { max: 20 })?.toUpperCase() ?? null,
    };
    const component = readComponent(body);
    return importResult(await startKeyImport(needs, { claim, component }, actingParty(call)));
  });
  routes.post("/operator/keys/:name/finish", "terminal_keys", async (call) => {
    const component = readComponent(call.body);
    const name = call.param("name");
    return importResult(await finishKeyImport(needs, { name, component }, actingParty(call)));
  });
  routes.post("/operator/keys/:name/retire", "terminal_keys", async (call) => {
    return (await retireBaseKey(needs, call.param("name"), actingParty(call))) ? null : undefined;
  });
}

async function listKeys({ baseKeys, usage }: DeviceKeyRouteNeeds): Promise<BaseKeys> {
  const [entries, uses] = [await baseKeys.listBaseKeys(), await usage.listKeyUsage()];
  const items = entries.map((entry) => {
    const used =
      entry.state === "active" ? uses.find(({ name }) => name === entry.name) : undefined;
    return {
      ...entry,
      createdAt: entry.createdAt.toString(),
      finishedAt: entry.finishedAt?.toString() ?? null,
      retiredAt: entry.retiredAt?.toString() ?? null,
      devices: used?.devices ?? 0,
      lastUsedAt: used?.lastUsedAt?.toString() ?? null,
    };
  });
  return { items, kinds: BASE_KEY_KINDS };
}

function readComponent(body: Body) {
  const value = body.secret("component", COMPONENT_MAX);
  const checkValue = body.text("checkValue", { max: 20 });
  body.settle();
  return { value, checkValue };
}

const FIELDS: Readonly<Record<string, string>> = {
  bad_name: "name",
  name_taken: "name",
  bad_ksi: "ksi",
  ksi_taken: "ksi",
  bad_length: "component",
  weak_key: "component",
  published_test_key: "component",
  wrong_check_value: "checkValue",
};

function importResult(outcome: ImportOutcome) {
  if (outcome.kind === "kept") return { checkValue: outcome.checkValue };
  const field = FIELDS[outcome.why];
  if (field !== undefined) throw invalid({ [field]: IMPORT_REFUSAL_TEXTS[outcome.why] });
  throw conflict(
    outcome.why === "nothing_pending"
      ? "No import with this name waits for its second component. Reload the list."
      : IMPORT_REFUSAL_TEXTS[outcome.why],
  );
}
