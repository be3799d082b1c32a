/** The settings of signing in to the console: idle time and single sign-on. */
import {
  headerKey,
  optional,
  type Setting,
  SettingError,
  serviceUrl,
  text,
  wholeNumber,
} from "./setting.ts";
import { SECRET_FILE_SETTINGS } from "./settings-secret-files.ts";
import { type GroupRoles, readGroupRoles, SIGN_ON_ROLES } from "./values/sign-on-roles.ts";

export const SIGN_ON_SETTINGS = {
  consoleIdleMinutes: {
    variable: "CONSOLE_IDLE_MINUTES",
    fallback: "15",
    read: wholeNumber(1, 720),
    about:
      "After how many minutes without use the console signs people out. PCI DSS (8.2.8) allows 15.",
  },
  signOnIssuer: {
    variable: "SIGN_ON_ISSUER",
    fallback: "",
    read: optional(serviceUrl),
    about:
      "The OpenID Connect provider for single sign-on to the console, such as `https://login.example.com`; `https` in production. See [security.md](security.md#single-sign-on). Not set: no single sign-on.",
  },
  signOnClientId: {
    variable: "SIGN_ON_CLIENT_ID",
    fallback: "",
    read: optional(text),
    about: "The id under which the provider knows this installation.",
  },
  signOnClientSecret: {
    variable: "SIGN_ON_CLIENT_SECRET",
    fallback: "",
    read: optional(headerKey),
    about: "The secret that belongs to `SIGN_ON_CLIENT_ID`.",
  },
  signOnGroupClaim: {
    variable: "SIGN_ON_GROUP_CLAIM",
    fallback: "groups",
    read: text,
    about: "The claim of the ID token that lists a person's groups.",
  },
  signOnRoles: {
    variable: "SIGN_ON_ROLES",
    fallback: "",
    read: optional(groupRoles),
    about:
      "The groups that may sign in, and as what: `gateway-admins=administrator;help-desk=support;shops=users`. Roles: `administrator`, `support` and `auditor` of operators, and `users` for existing logins of merchants and partners.",
  },
  signOnLabel: {
    variable: "SIGN_ON_LABEL",
    fallback: "Single sign-on",
    read: text,
    about: "The text of the button on the sign-in page.",
  },
  signOnClientSecretFile: SECRET_FILE_SETTINGS.signOnClientSecretFile,
} as const satisfies Record<string, Setting<unknown>>;

function groupRoles(value: string): GroupRoles {
  const roles = readGroupRoles(value);
  if (roles !== undefined) return roles;
  throw new SettingError(
    `must be groups and roles, such as admins=administrator;help-desk=support. Roles: ${SIGN_ON_ROLES.join(", ")}.`,
  );
}
