/** Wires the console: sessions, and the needs of each area of its screens. */
import { OpenIdProvider } from "../../adapters/sign-in/openid-provider.ts";
import { openWebauthnVerifier } from "../../adapters/sign-in/webauthn-verifier.ts";
import { readCertificationSeed } from "../../core/certification/certification-seed.ts";
import { openSessions } from "../../core/sessions/sessions.ts";
import type { SignOn } from "../../core/sessions/sign-on/sign-on.ts";
import type { ConsoleNeeds } from "../../interfaces/console/interface.ts";
import { SIGN_ON_CALLBACK, writeConsoleLink } from "../../interfaces/console/page-links.ts";
import { productFile } from "../../values/product-folder.ts";
import { resolvePublicUrl } from "../public-url.ts";
import { VERSION } from "../version.ts";
import { businessNeeds } from "./console/business.ts";
import { certificationNeeds } from "./console/certification.ts";
import type { ConsoleParts } from "./console/console-parts.ts";
import { merchantNeeds } from "./console/merchant.ts";
import { operationsNeeds } from "./console/operations.ts";
import { operatorNeeds } from "./console/operator.ts";
import { partnerNeeds } from "./console/partner.ts";

/** The folder of the built pages. */
export const CONSOLE_FOLDER = productFile("console/dist");

export async function openConsole(parts: ConsoleParts): Promise<ConsoleNeeds> {
  const { pools, access, passwords, custody, clock, config, management, pos } = parts;
  const { environment, consoleIdleMinutes: idleMinutes } = config;
  const isCertification = environment === "certification";
  const certification = isCertification ? await readCertificationSeed() : undefined;
  return {
    environment,
    version: VERSION,
    isSecure: resolvePublicUrl(config).startsWith("https:"),
    sessions: openSessions({
      db: pools.app,
      access,
      passwords,
      custody,
      clock,
      idleMinutes,
      environment,
      management,
      pos,
    }),
    certification,
    signOn: openSignOn(config),
    passkeys: openWebauthnVerifier(resolvePublicUrl(config)),
    areas: {
      certification: certification && certificationNeeds(parts, certification),
      operator: operatorNeeds(parts),
      operations: operationsNeeds(parts),
      partner: partnerNeeds(parts),
      merchant: merchantNeeds(parts),
      business: businessNeeds(parts),
    },
  };
}

/** Undefined if single sign-on is not set up. The settings belong together. */
function openSignOn(config: ConsoleParts["config"]): SignOn | undefined {
  const {
    signOnIssuer: issuer,
    signOnClientId: clientId,
    signOnClientSecret: clientSecret,
  } = config;
  const { signOnRoles: roles, signOnGroupClaim: groupClaim, signOnLabel: label } = config;
  if (issuer === undefined || clientId === undefined) return undefined;
  if (clientSecret === undefined || roles === undefined) return undefined;
  const options = { issuer, clientId, clientSecret, groupClaim, label, ...signOnUrls(config) };
  return { provider: new OpenIdProvider(options), roles };
}

function signOnUrls(config: ConsoleParts["config"]) {
  const publicUrl = resolvePublicUrl(config);
  return {
    callbackUrl: writeConsoleLink(publicUrl, SIGN_ON_CALLBACK),
    signedOutUrl: writeConsoleLink(publicUrl, "/"),
  };
}
