/** What serve says when it is ready: addresses, and a test payment to paste. In production, a line of the log. */
import type { Installation } from "../../app/database/installation.ts";
import { VERSION } from "../../app/version.ts";
import type { SafeMode } from "../../core/safe-mode/safe-mode-store.ts";
import { safeModeText } from "../../core/safe-mode/safe-mode-text.ts";
import { commandProcess } from "../../ports/command-process.ts";
import { type PaymentFields, writeCurl } from "../../wire/certification/first-payment.ts";

export interface BannerFacts {
  /** Undefined in production, which has no test data. */
  readonly payment: PaymentFields | undefined;
  /** Set if this is a restored copy that was not released yet. */
  readonly safeMode: SafeMode | undefined;
}

export interface ServedUrls {
  /** Undefined: this process only runs jobs. */
  readonly url: string | undefined;
  /** Where a process that only runs jobs has its health and metrics. */
  readonly healthUrl?: string | undefined;
}

/** Whoever collects the output of production off a terminal reads every line as JSON. */
export function announceReady(
  installation: Installation,
  urls: ServedUrls,
  facts: BannerFacts,
): void {
  const { stdout } = commandProcess();
  const isCollected = installation.config.environment === "production" && stdout.isTTY !== true;
  if (isCollected) logReady(installation, urls, facts);
  else stdout.write(banner(installation, urls, facts));
}

/** With any LOG_LEVEL, as the banner. */
function logReady(
  { config, log }: Installation,
  { url, healthUrl }: ServedUrls,
  { safeMode }: BannerFacts,
): void {
  const { environment } = config;
  const addresses = { ...(url && { url }), ...(healthUrl && { healthUrl }) };
  const held = safeMode && { safeMode: safeModeText(safeMode) };
  const fields = { environment, version: VERSION, ...addresses, ...held };
  const what = url === undefined ? "ready, runs jobs only" : "ready, answers requests";
  log.child({}, { level: "info" }).info(fields, what);
}

function banner(
  installation: Installation,
  urls: ServedUrls,
  { payment, safeMode }: BannerFacts,
): string {
  const text = addressText(installation, urls, safeMode === undefined ? payment : undefined);
  return safeMode === undefined ? text : `${text}  ${safeModeText(safeMode)}\n\n`;
}

function addressText(
  { config, place }: Installation,
  { url, healthUrl }: ServedUrls,
  payment: PaymentFields | undefined,
): string {
  if (url === undefined) {
    const health = healthUrl === undefined ? "" : ` Health and metrics: ${healthUrl}`;
    return `Sixdoors is ready and runs jobs only (${config.environment}). Start serve --web to answer requests.${health}\n`;
  }
  const base = url.replace("0.0.0.0", "127.0.0.1").replace("[::]", "[::1]");
  const head = `\n  Sixdoors is ready (${config.environment})\n\n  Base URL   ${base}\n`;
  const docs = `  Console    ${base}/console\n  API docs   ${base}/docs\n`;
  const data = place.isEmbedded ? `  Data       ${place.dataDir}\n` : "";
  if (payment === undefined) return `${head}${docs}\n`;
  const { account_id: account, api_accesskey: key } = payment;
  return `${head}${docs}${data}  Account    ${account}\n  Key        ${key}

  Make a test payment:

${writeCurl(base, payment)}

  Requests are listed below. Press Ctrl+C to stop.

`;
}
