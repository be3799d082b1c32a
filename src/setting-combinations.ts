/** Rules about combinations of settings, and the settings that production requires. */
import { SETTINGS, type SettingValues } from "./settings.ts";

type ErrorMessages = string[];
type Name = keyof SettingValues;

/** Settings that are set together or not at all. */
const PAIRS: readonly (readonly [Name, Name])[] = [
  ["tlsCertFile", "tlsKeyFile"],
  ["smtpUrl", "mailFrom"],
  ["cardHostCertFile", "cardHostCertKeyFile"],
  ["signOnIssuer", "signOnClientId"],
  ["signOnIssuer", "signOnClientSecret"],
  ["signOnIssuer", "signOnRoles"],
];

/** Settings of which at most one may be set, because they mean the same thing. */
const ALTERNATIVES: readonly (readonly [Name, Name, string])[] = [
  ["masterKey", "masterKeyFile", "master key"],
  ["verifierKey", "verifierKeyFile", "key of the verification provider"],
  ["cardHostKey", "cardHostKeyFile", "key of the card host"],
  ["hsmToken", "hsmSlot", "token of the HSM"],
];

/** The last one must be set if any of the others is. */
const PARTS: readonly (readonly [...Name[], Name])[] = [
  ["databaseOwnerUrl", "databaseSharded", "databaseUrl"],
  ["verifierKey", "verifierKeyFile", "verifierFile"],
  ["cardHostKey", "cardHostKeyFile", "cardHostCertFile", "cardHostUrl"],
  ["hsmToken", "hsmSlot", "hsmPinFile", "hsmModule"],
  ["hsmModule", "hsmPinFile"],
];

export function combinationErrors(values: SettingValues): ErrorMessages {
  const isSet = (name: Name) => values[name] !== undefined;
  return [
    ...PAIRS.filter(([one, other]) => isSet(one) !== isSet(other)).map(
      ([one, other]) =>
        `${variable(one)} and ${variable(other)} must be set together: set both or neither.`,
    ),
    ...ALTERNATIVES.filter(([one, other]) => isSet(one) && isSet(other)).map(
      ([one, other, what]) =>
        `${variable(one)} and ${variable(other)} both set the ${what}. Set only one of them.`,
    ),
    ...PARTS.flatMap((names) => partErrors(names.slice(0, -1), names.at(-1) as Name, isSet)),
    ...hsmErrors(values),
    ...(values.environment === "production" ? productionErrors(values) : []),
  ];
}

function partErrors(
  parts: readonly Name[],
  whole: Name,
  isSet: (name: Name) => boolean,
): ErrorMessages {
  const unused = isSet(whole) ? [] : parts.filter(isSet);
  return unused.map(
    (part) =>
      `${variable(part)} needs ${variable(whole)}, which is not set: set it too, or remove ${variable(part)}.`,
  );
}

function hsmErrors({ hsmModule, hsmToken, hsmSlot }: SettingValues): ErrorMessages {
  if (hsmModule === undefined || hsmToken !== undefined || hsmSlot !== undefined) return [];
  return ["HSM_MODULE needs HSM_TOKEN or HSM_SLOT: set one of them."];
}

function productionErrors(values: SettingValues): ErrorMessages {
  const errors: ErrorMessages = [];
  if (values.tlsCertFile === undefined && values.trustedProxies.length === 0) {
    errors.push(
      "Production needs TLS: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES if a proxy terminates TLS.",
    );
  }
  const masterKeys = [values.masterKey, values.masterKeyFile, values.hsmModule];
  if (masterKeys.every((place) => place === undefined)) {
    errors.push(
      "Production needs a master key: set MASTER_KEY or MASTER_KEY_FILE (create a key with: openssl rand -hex 32), or HSM_MODULE.",
    );
  }
  for (const name of ["publicUrl", "cardHostUrl", "signOnIssuer"] as const) {
    if (values[name]?.startsWith("http:"))
      errors.push(`${variable(name)} must begin with https:// in production.`);
  }
  return errors;
}

function variable(name: Name): string {
  return SETTINGS[name].variable;
}
