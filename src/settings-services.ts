/** The settings of the services that Sixdoors calls: card host, banks, verification provider. */
import {
  filePath,
  headerKey,
  optional,
  type Setting,
  serviceUrl,
  wholeNumber,
  wholeSeconds,
} from "./setting.ts";

export const SERVICE_SETTINGS = {
  processorTimeoutMs: {
    variable: "PROCESSOR_TIMEOUT_MS",
    fallback: "10000",
    read: wholeNumber(100, 120_000),
    about:
      "How long the card host may take to answer, in milliseconds. After twice that time, Sixdoors asks it for the result.",
  },
  cardHostUrl: {
    variable: "CARD_HOST_URL",
    fallback: "",
    read: optional(serviceUrl),
    about:
      "The card host that decides card payments; `https` in production. See [card-host.md](card-host.md). Not set: the simulator in certification, none in production.",
  },
  cardHostKey: {
    variable: "CARD_HOST_KEY",
    fallback: "",
    read: optional(headerKey),
    about: "The key for the card host, sent as `Authorization: Bearer`.",
  },
  cardHostKeyFile: {
    variable: "CARD_HOST_KEY_FILE",
    fallback: "",
    read: optional(filePath),
    about:
      "A file with the key for the card host, instead of `CARD_HOST_KEY`; in production no other user may read it.",
  },
  cardHostCertFile: {
    variable: "CARD_HOST_CERT_FILE",
    fallback: "",
    read: optional(filePath),
    about: "The client certificate for a card host that requires one (PEM, with its chain).",
  },
  cardHostCertKeyFile: {
    variable: "CARD_HOST_CERT_KEY_FILE",
    fallback: "",
    read: optional(filePath),
    about:
      "The private key of `CARD_HOST_CERT_FILE` (PEM); in production no other user may read it.",
  },
  achFolder: {
    variable: "ACH_FOLDER",
    fallback: "",
    read: optional(filePath),
    about:
      "The folder for files to and from banks, with a subfolder per bank. Not set: `ach` under `DATA_DIR`.",
  },
  achPollMs: {
    variable: "ACH_POLL_SECONDS",
    fallback: "60",
    read: wholeSeconds(1, 3_600),
    about: "How often the banks' inboxes are checked and files that could not be sent are retried.",
  },
  verifierFile: {
    variable: "VERIFIER_FILE",
    fallback: "",
    read: optional(filePath),
    about:
      "A file that describes the provider that verifies bank accounts; see [verification-provider.md](verification-provider.md). Not set: the simulator in certification, none in production.",
  },
  verifierKey: {
    variable: "VERIFIER_KEY",
    fallback: "",
    read: optional(headerKey),
    about: "The provider's key, sent in the header that `VERIFIER_FILE` names.",
  },
  verifierKeyFile: {
    variable: "VERIFIER_KEY_FILE",
    fallback: "",
    read: optional(filePath),
    about:
      "A file with the provider's key, instead of `VERIFIER_KEY`; in production no other user may read it.",
  },
} as const satisfies Record<string, Setting<unknown>>;
