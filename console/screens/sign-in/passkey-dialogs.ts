/** The browser's dialogs for passkeys. The library is loaded when the first one opens. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

const loadLibrary = () => import("@simplewebauthn/browser");

/** Undefined: the person closed the dialog. */
export async function askPasskey(options: unknown): Promise<unknown> {
  const { startAuthentication } = await loadLibrary();
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return unlessCanceled(() => startAuthentication({ optionsJSON }));
}

/** Undefined: the person closed the dialog. */
export async function createPasskey(options: unknown): Promise<unknown> {
  const { startRegistration } = await loadLibrary();
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return unlessCanceled(() => startRegistration({ optionsJSON }));
}

async function unlessCanceled<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name))
      return undefined;
    if (error instanceof Error && error.name === "InvalidStateError")
      throw new Error("This device already has a passkey for your login.", { cause: error });
    throw error;
  }
}
