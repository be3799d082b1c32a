/** Connects the provider that a mapping file describes, or says all that keeps it from working. */
import { StartFault } from "../../ports/start-fault.ts";
import type { Secret } from "../../values/secret.ts";
import { readKeyFile, readSmall } from "../json-line/key-file.ts";
import { HttpVerifier } from "./http-verifier.ts";
import { readMapping } from "./read-mapping.ts";

export interface ProviderSettings {
  readonly environment: "certification" | "production";
  readonly file: string;
  readonly key: Secret | undefined;
  readonly keyFile: string | undefined;
}

const MAPPING_BYTES_MAX = 1024 * 1024;

export function openHttpVerifier(settings: ProviderSettings): HttpVerifier {
  const { environment, file } = settings;
  const text = readSmall("VERIFIER_FILE", file, MAPPING_BYTES_MAX);
  const reading = readMapping(text, { allowsHttp: environment === "certification" });
  if (reading.kind === "bad") throw faultsOf(file, reading.faults);
  const { mapping } = reading;
  const key = settings.key ?? readKey(settings);
  if (mapping.keyHeader !== undefined && key === undefined) {
    throw faultsOf(file, ["keyHeader is there, but neither VERIFIER_KEY nor VERIFIER_KEY_FILE."]);
  }
  if (mapping.keyHeader === undefined && key !== undefined) {
    throw faultsOf(file, ["keyHeader is missing: nothing says where the key goes."]);
  }
  return new HttpVerifier({ mapping, key });
}

function readKey({ environment, keyFile: file }: ProviderSettings): Secret | undefined {
  if (file === undefined) return undefined;
  return readKeyFile({ setting: "VERIFIER_KEY_FILE", file, environment });
}

function faultsOf(file: string, faults: readonly string[]): StartFault {
  return new StartFault(faults.map((fault) => `VERIFIER_FILE ${file}: ${fault}`).join("\n"));
}
