/** The five ways in which a partner proves its key to the parser. */
import { signRsa } from "../call/hash.ts";
import { type Signed, writeBasic, writeHmac, writeSigned } from "../call/signed-header.ts";
import { SixdoorsError } from "../errors.ts";
import type { PartnerLogin } from "../options.ts";
import { DigestLogin } from "./digest.ts";

export interface ParserLogin {
  /** Members that the body gets. */
  readonly members: Readonly<Record<string, string>>;
  writeHeader(signed: Signed): Promise<string | undefined>;
  /** Returns whether the same request can be sent again with the challenge in this header. */
  readChallenge(header: string | null): boolean;
}

const NO_CHALLENGE = () => false;

export function openParserLogin(partner: PartnerLogin | undefined): ParserLogin {
  if (partner === undefined) throw describeMissing();
  if (partner.method === "rsa") return openRsa(partner.id, partner.privateKey);
  const { id, key, method = "hmac" } = partner;
  if (method === "transparent") return openTransparent(id, key);
  if (method === "digest") return openDigest(id, key);
  const writeHeader =
    method === "basic"
      ? async () => writeBasic(id, key)
      : (signed: Signed) => writeHmac(id, key, signed);
  return { members: {}, writeHeader, readChallenge: NO_CHALLENGE };
}

function openTransparent(partnerId: string, partnerKey: string): ParserLogin {
  const writeHeader = async () => undefined;
  return { members: { partnerId, partnerKey }, writeHeader, readChallenge: NO_CHALLENGE };
}

function openDigest(id: string, key: string): ParserLogin {
  const digest = new DigestLogin(id, key);
  return {
    members: {},
    writeHeader: (signed) => digest.writeHeader(signed),
    readChallenge: (header) => digest.readChallenge(header),
  };
}

function openRsa(id: string, privateKey: string): ParserLogin {
  return {
    members: {},
    writeHeader: (signed) => writeSigned("Rsa", id, signed, (text) => signRsa(privateKey, text)),
    readChallenge: NO_CHALLENGE,
  };
}

function describeMissing(): SixdoorsError {
  return new SixdoorsError("Give createClient a partner: { id, key }.", {
    code: "not_configured",
    area: "parser",
  });
}
