/** What each setting alone cannot see: settings that do not go together, what production insists on. */
import type { SettingValues } from "./settings.ts";

type ErrorMessages = string[];
type Name = keyof SettingValues;

/** Both or neither. */
const PAIRS: readonly (readonly [Name, Name])[] = [
  ["TLS_CERT_FILE", "TLS_KEY_FILE"],
  ["SMTP_URL", "MAIL_FROM"],
  ["CARD_HOST_CERT_FILE", "CARD_HOST_CERT_KEY_FILE"],
];

/** One or neither: they name the same thing. */
const RIVALS: readonly (readonly [Name, Name, string])[] = [
  ["MASTER_KEY", "MASTER_KEY_FILE", "master keys"],
  ["VERIFIER_KEY", "VERIFIER_KEY_FILE", "keys"],
  ["CARD_HOST_KEY", "CARD_HOST_KEY_FILE", "keys"],
];

/** Nothing without the last. */
const PARTS: readonly (readonly [...Name[], Name])[] = [
  ["DATABASE_OWNER_URL", "DATABASE_URL"],
  ["VERIFIER_KEY", "VERIFIER_KEY_FILE", "VERIFIER_FILE"],
  ["CARD_HOST_KEY", "CARD_HOST_KEY_FILE", "CARD_HOST_CERT_FILE", "CARD_HOST_URL"],
];

export function combinationErrors(values: SettingValues): ErrorMessages {
  const isSet = (name: Name) => values[name] !== undefined;
  return [
    ...PAIRS.filter(([one, other]) => isSet(one) !== isSet(other)).map(
      ([one, other]) => `${one} and ${other} belong together: set both or neither.`,
    ),
    ...RIVALS.filter(([one, other]) => isSet(one) && isSet(other)).map(
      ([one, other, what]) => `${one} and ${other} name two ${what}: set one.`,
    ),
    ...PARTS.flatMap((names) => partErrors(names.slice(0, -1), names.at(-1) as Name, isSet)),
    ...(values.ENVIRONMENT === "production" ? productionErrors(values) : []),
  ];
}

function partErrors(
  parts: readonly Name[],
  whole: Name,
  isSet: (name: Name) => boolean,
): ErrorMessages {
  const orphans = isSet(whole) ? [] : parts.filter(isSet);
  return orphans.map((part) => `${part} belongs to ${whole}, which is not set.`);
}

function productionErrors(values: SettingValues): ErrorMessages {
  const errors: ErrorMessages = [];
  if (values.TLS_CERT_FILE === undefined && values.TRUSTED_PROXIES.length === 0) {
    errors.push(
      "Production needs TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES that end TLS before it.",
    );
  }
  if (values.MASTER_KEY === undefined && values.MASTER_KEY_FILE === undefined) {
    errors.push("Production needs MASTER_KEY or MASTER_KEY_FILE: it makes no key of its own.");
  }
  for (const name of ["PUBLIC_URL", "CARD_HOST_URL"] as const) {
    if (values[name]?.startsWith("http:")) errors.push(`${name} must be https in production.`);
  }
  return errors;
}
