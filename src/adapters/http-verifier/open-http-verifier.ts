/** Opens the provider from its mapping file, or lists everything that is wrong with the file. */
import { StartError } from "../../ports/start-error.ts";
import type { Secret } from "../../values/secret.ts";
import { readServiceKey, readSettingFile } from "../https-client/key-file.ts";
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
  const text = readSettingFile("VERIFIER_FILE", file, MAPPING_BYTES_MAX);
  const reading = readMapping(text, { allowsHttp: environment === "certification" });
  if (reading.kind === "bad") throw mappingError(file, reading.errors);
  const { mapping } = reading;
  const key = settings.key ?? readKey(settings);
  if (mapping.keyHeader !== undefined && key === undefined) {
    throw mappingError(file, ["keyHeader needs a key. Set VERIFIER_KEY or VERIFIER_KEY_FILE."]);
  }
  if (mapping.keyHeader === undefined && key !== undefined) {
    throw mappingError(file, ["keyHeader is missing. It must name the header for the key."]);
  }
  return new HttpVerifier({ mapping, key });
}

function readKey({ environment, keyFile: file }: ProviderSettings): Secret | undefined {
  if (file === undefined) return undefined;
  return readServiceKey({ setting: "VERIFIER_KEY_FILE", file, environment });
}

function mappingError(file: string, errors: readonly string[]): StartError {
  return new StartError(errors.map((error) => `VERIFIER_FILE ${file}: ${error}`).join("\n"));
}
