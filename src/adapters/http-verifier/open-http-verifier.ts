/** Connects the provider that a mapping file describes, or says all that keeps it from working. */
import { StartError } from "../../ports/start-error.ts";
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
  if (reading.kind === "bad") throw errorsOf(file, reading.errors);
  const { mapping } = reading;
  const key = settings.key ?? readKey(settings);
  if (mapping.keyHeader !== undefined && key === undefined) {
    throw errorsOf(file, ["keyHeader is there, but neither VERIFIER_KEY nor VERIFIER_KEY_FILE."]);
  }
  if (mapping.keyHeader === undefined && key !== undefined) {
    throw errorsOf(file, ["keyHeader is missing: nothing says where the key goes."]);
  }
  return new HttpVerifier({ mapping, key });
}

function readKey({ environment, keyFile: file }: ProviderSettings): Secret | undefined {
  if (file === undefined) return undefined;
  return readKeyFile({ setting: "VERIFIER_KEY_FILE", file, environment });
}

function errorsOf(file: string, errors: readonly string[]): StartError {
  return new StartError(errors.map((error) => `VERIFIER_FILE ${file}: ${error}`).join("\n"));
}
