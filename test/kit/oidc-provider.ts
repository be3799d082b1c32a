/** A real OpenID Connect provider for tests: the program `oidc-provider`, in this process. */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Lifetime } from "./shared.ts";

/** Who signs in next, with the claims of the ID token. */
export interface ProviderPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

export const CLIENT = { id: "sixdoors", secret: randomBytes(24).toString("base64url") };

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
interface Provider {
  callback(): Handler;
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
  interactionFinished(
    request: IncomingMessage,
    response: ServerResponse,
    result: object,
    how: object,
  ): Promise<void>;
  readonly Grant: new (
    of: object,
  ) => { addOIDCScope(scope: string): void; save(): Promise<string> };
}
interface Interaction {
  readonly prompt: { readonly name: string };
  readonly params: Readonly<Record<string, string>>;
  readonly session?: { readonly accountId: string };
}

export async function openOidcProvider(t: Lifetime, publicUrl: string) {
  let handle: Handler = async () => {};
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => void server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const next: { person: ProviderPerson; isDenied: boolean } = {
    person: { sub: "nobody" },
    isDenied: false,
  };
  const provider = await startProvider(issuer, publicUrl, () => next.person);
  handle = async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return provider.callback()(request, response);
    await answerInteraction(provider, { request, response }, next);
  };
  return { issuer, next };
}

async function startProvider(issuer: string, publicUrl: string, person: () => ProviderPerson) {
  // The package has no types.
  const name: string = "oidc-provider";
  const { default: Provider } = (await import(name)) as {
    default: new (issuer: string, settings: object) => Provider;
  };
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${publicUrl}/console/api/single-sign-on/callback`],
        post_logout_redirect_uris: [`${publicUrl}/console/`],
      },
    ],
    claims: { openid: ["sub"], profile: ["name", "groups"], email: ["email", "email_verified"] },
    // The claims of a scope are in the ID token, as most providers have it.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: [randomBytes(16).toString("hex")] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => person(),
    }),
  });
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Signs in and agrees without a page, or cancels. */
async function answerInteraction(
  provider: Provider,
  { request, response }: Exchange,
  next: { readonly person: ProviderPerson; readonly isDenied: boolean },
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  const finish = (result: object) =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  if (next.isDenied) return finish({ error: "access_denied", error_description: "canceled" });
  if (prompt.name === "login") return finish({ login: { accountId: next.person.sub } });
  const grant = new provider.Grant({
    accountId: session?.accountId,
    clientId: params["client_id"],
  });
  grant.addOIDCScope(params["scope"] ?? "openid");
  return finish({ consent: { grantId: await grant.save() } });
}
