/** Rules about several settings at once, and what production requires. */
import { SETTINGS, type SettingValues } from "./settings.ts";

type ErrorMessages = string[];
type Name = keyof SettingValues;

/** Both or neither. */
const PAIRS: readonly (readonly [Name, Name])[] = [
  ["tlsCertFile", "tlsKeyFile"],
  ["smtpUrl", "mailFrom"],
  ["cardHostCertFile", "cardHostCertKeyFile"],
];

/** At most one: they mean the same thing. */
const RIVALS: readonly (readonly [Name, Name, string])[] = [
  ["masterKey", "masterKeyFile", "master keys"],
  ["verifierKey", "verifierKeyFile", "keys"],
  ["cardHostKey", "cardHostKeyFile", "keys"],
];

/** The last one must be set if any of the others is. */
const PARTS: readonly (readonly [...Name[], Name])[] = [
  ["databaseOwnerUrl", "databaseUrl"],
  ["verifierKey", "verifierKeyFile", "verifierFile"],
  ["cardHostKey", "cardHostKeyFile", "cardHostCertFile", "cardHostUrl"],
];

export function combinationErrors(values: SettingValues): ErrorMessages {
  const isSet = (name: Name) => values[name] !== undefined;
  return [
    ...PAIRS.filter(([one, other]) => isSet(one) !== isSet(other)).map(
      ([one, other]) =>
        `${variable(one)} and ${variable(other)} belong together: set both or neither.`,
    ),
    ...RIVALS.filter(([one, other]) => isSet(one) && isSet(other)).map(
      ([one, other, what]) => `${variable(one)} and ${variable(other)} name two ${what}: set one.`,
    ),
    ...PARTS.flatMap((names) => partErrors(names.slice(0, -1), names.at(-1) as Name, isSet)),
    ...(values.environment === "production" ? productionErrors(values) : []),
  ];
}

function partErrors(
  parts: readonly Name[],
  whole: Name,
  isSet: (name: Name) => boolean,
): ErrorMessages {
  const orphans = isSet(whole) ? [] : parts.filter(isSet);
  return orphans.map(
    (part) => `${variable(part)} belongs to ${variable(whole)}, which is not set.`,
  );
}

function productionErrors(values: SettingValues): ErrorMessages {
  const errors: ErrorMessages = [];
  if (values.tlsCertFile === undefined && values.trustedProxies.length === 0) {
    errors.push(
      "Production needs TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES that end TLS before it.",
    );
  }
  if (values.masterKey === undefined && values.masterKeyFile === undefined) {
    errors.push("Production needs MASTER_KEY or MASTER_KEY_FILE: it makes no key of its own.");
  }
  for (const name of ["publicUrl", "cardHostUrl"] as const) {
    if (values[name]?.startsWith("http:"))
      errors.push(`${variable(name)} must be https in production.`);
  }
  return errors;
}

function variable(name: Name): string {
  return SETTINGS[name].variable;
}
