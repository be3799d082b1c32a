/** Registers the interfaces, each in its own Fastify scope at its own address. */
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { nameCaller } from "../../adapters/named-caller.ts";
import { type ConsoleNeeds, consoleInterface } from "../../interfaces/console/interface.ts";
import { consolePages } from "../../interfaces/console/pages.ts";
import { formInterface } from "../../interfaces/form/interface.ts";
import { eventInterface } from "../../interfaces/gateway/events/interface.ts";
import { paymentInterface } from "../../interfaces/gateway/payments/interface.ts";
import { reportingInterface } from "../../interfaces/gateway/reporting/interface.ts";
import { statusInterface } from "../../interfaces/gateway/status/interface.ts";
import { managementInterface } from "../../interfaces/management/interface.ts";
import { parserInterface } from "../../interfaces/parser/interface.ts";
import { passwordInterface } from "../../interfaces/passwords/interface.ts";
import { SET_PASSWORD_PATH } from "../../interfaces/passwords/page-link.ts";
import { posInterface } from "../../interfaces/pos/interface.ts";
import { referenceInterface } from "../../interfaces/reference/interface.ts";
import { startInterface } from "../../interfaces/start/interface.ts";
import { startRestoring } from "../../jobs/restore-lost.ts";
import { productFile } from "../../values/product-folder.ts";
import { compressAnswers } from "../../wire/compress-answers.ts";
import { CONSOLE_FOLDER, openConsole } from "../areas/console.ts";
import {
  formNeeds,
  gatewayNeeds,
  type InterfaceNeeds,
  managementNeeds,
  passwordNeeds,
  posNeeds,
} from "../areas/interface-needs.ts";
import { openParsing, openPayloadReader } from "../areas/parser.ts";
import { LOST_COMMITS } from "../areas/payments.ts";
import { RequestLimits } from "./request-limits.ts";

/** Without a name, Fastify searches all loaded modules for one. */
const PLUGIN_NAME = Symbol.for("fastify.display-name");
const REFERENCE = "/docs";
const REPORTS = "/api/rsapi/3.8";
/** Addresses whose callers should not wait behind reports. */
const URGENT = /^\/(api|pay)\b/;
/**
 * Answers that are not compressed here. Pages contain tokens and parsed payloads contain card
 * numbers beside text that a caller chooses, so the compressed size could reveal the secret
 * (BREACH). Payments, status and events compress long answers themselves.
 */
const NEVER_COMPRESSED =
  /^\/(pay|set-password|console|api\/decrypt\/parser|api\/[qt]sapi\/3\.8|api\/events\/1\.0)$/;

/** `isServed` tells which addresses are registered. Default: all. */
export async function registerInterfaces(
  server: FastifyInstance,
  needs: InterfaceNeeds,
  isServed: (address: string) => boolean = () => true,
): Promise<void> {
  const parsing = await openParsing({ ...needs, keys: needs.custody });
  const requestLimits = new RequestLimits(needs.access.addresses);
  const { lastUrgentMs } = requestLimits;
  const payloads = openPayloadReader(parsing);
  const gateway = gatewayNeeds(needs, { log: server.log, lastUrgentMs, payloads });
  const endRestoring = startRestoring({
    payments: gateway,
    connectionLosses: () => needs.pools.payments.lossesOfAnyNode,
    onLoss: (counts) => server.log.error(counts, LOST_COMMITS),
  });
  server.addHook("onClose", endRestoring);
  server.addHook("onClose", async () => gateway.closeKeyUses());
  const management = { ...managementNeeds(needs), ...parsing };
  const pos = posNeeds(needs, nameCaller(gateway, "pos"));
  const parts = { gateway: nameCaller(gateway, "console"), management, pos };
  const consoleNeeds = await openConsole({ ...needs, log: server.log, ...parts });
  const interfaces: Record<string, (scope: FastifyInstance) => Promise<void>> = {
    "/api/v1": (scope) => managementInterface(scope, management),
    [SET_PASSWORD_PATH]: (scope) => passwordInterface(scope, passwordNeeds(needs)),
    "/pay": (scope) => formInterface(scope, formNeeds(needs, nameCaller(gateway, "form"))),
    "/api/decrypt/parser": (scope) => parserInterface(scope, management),
    "/api/json": (scope) => posInterface(scope, pos),
    "/api/qsapi/3.8": (scope) => paymentInterface(scope, nameCaller(gateway, "payments")),
    "/api/tsapi/3.8": (scope) => statusInterface(scope, gateway),
    "/api/events/1.0": (scope) => eventInterface(scope, gateway),
    "/console/api": (scope) => consoleInterface(scope, consoleNeeds),
    "": (scope) => startInterface(scope, { ...consoleNeeds, clock: needs.clock }),
    [REFERENCE]: (scope) => referenceInterface(scope, referenceNeeds(consoleNeeds)),
    "/console": (scope) => consolePages(scope, { folder: CONSOLE_FOLDER }),
    [REPORTS]: (scope) => reportingInterface(scope, gateway),
  };
  const served = Object.entries(interfaces).filter(([prefix]) => isServed(prefix));
  for (const [prefix, interfaceName] of served) {
    const isUrgent = URGENT.test(prefix) && prefix !== REPORTS;
    const entered = async (scope: FastifyInstance) => {
      requestLimits.addToScope(scope, { isUrgent });
      if (!NEVER_COMPRESSED.test(prefix)) compressAnswers(scope);
      await interfaceName(scope);
    };
    await server.register(Object.assign(entered, { [PLUGIN_NAME]: prefix || "/" }), { prefix });
  }
}

function referenceNeeds({ certification }: Pick<ConsoleNeeds, "certification">) {
  const scriptFolder = path.join(CONSOLE_FOLDER, "reference");
  return { path: REFERENCE, scriptFolder, guideFolder: productFile("docs"), certification };
}
