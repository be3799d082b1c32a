/** The settings of an HSM that keeps the master key and the base keys of devices. */
import {
  filePath,
  objectLabel,
  optional,
  type Setting,
  slotNumber,
  wholeNumber,
} from "./setting.ts";

export const HSM_SETTINGS = {
  hsmModule: {
    variable: "HSM_MODULE",
    fallback: "",
    read: optional(filePath),
    about:
      "The PKCS#11 module of an HSM, such as `/usr/lib/softhsm/libsofthsm2.so`. Set: the HSM keeps the master key and device keys. See [HSM](#hsm).",
  },
  hsmToken: {
    variable: "HSM_TOKEN",
    fallback: "",
    read: optional(objectLabel),
    about: "The label of the HSM's token.",
  },
  hsmSlot: {
    variable: "HSM_SLOT",
    fallback: "",
    read: optional(slotNumber),
    about: "The number of the HSM's slot, instead of `HSM_TOKEN`.",
  },
  hsmPinFile: {
    variable: "HSM_PIN_FILE",
    fallback: "",
    read: optional(filePath),
    about: "A file with the PIN of the token's user; in production no other user may read it.",
  },
  hsmMasterKeyLabel: {
    variable: "HSM_MASTER_KEY_LABEL",
    fallback: "sixdoors-master",
    read: objectLabel,
    about: "The label of the master key in the HSM. Each installation on a token needs its own.",
  },
  hsmBaseKeyLabel: {
    variable: "HSM_BASE_KEY_LABEL",
    fallback: "sixdoors-base",
    read: objectLabel,
    about: "The beginning of the labels of device keys in the HSM; the name of the key follows.",
  },
  hsmSessions: {
    variable: "HSM_SESSIONS",
    fallback: "2",
    read: wholeNumber(1, 64),
    about: "Number of sessions with the HSM per process: how many calls it works on at a time.",
  },
  hsmTimeoutMs: {
    variable: "HSM_TIMEOUT_MS",
    fallback: "5000",
    read: wholeNumber(100, 120_000),
    about: "How long one call of the HSM may take, in milliseconds.",
  },
} as const satisfies Record<string, Setting<unknown>>;
