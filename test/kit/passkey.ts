/** A passkey in software: makes the answers of an authenticator, also wrong ones. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

interface AnswerChoices {
  readonly origin?: string;
  readonly counter?: number;
  /** Whether the device has verified its user. */
  readonly isVerified?: boolean;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

export class SoftPasskey {
  readonly id = randomBytes(16);
  readonly #origin: string;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The answer to the options for a new passkey. */
  create(challenge: string, choices: AnswerChoices = {}) {
    const data = this.#authenticatorData(choices, this.#credential());
    const attestation = cborMap([
      [cborText("fmt"), cborText("none")],
      [cborText("attStmt"), cborMap([])],
      [cborText("authData"), cborBytes(data)],
    ]);
    const clientDataJSON = this.#clientData("webauthn.create", challenge, choices);
    return this.#write({ clientDataJSON, attestationObject: attestation });
  }

  /** The answer to the options for a sign-in. */
  use(challenge: string, choices: AnswerChoices = {}) {
    const authenticatorData = this.#authenticatorData(choices);
    const clientDataJSON = this.#clientData("webauthn.get", challenge, choices);
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    const signature = createSign("sha256").update(signed).sign(this.#keys.privateKey);
    return this.#write({ clientDataJSON, authenticatorData, signature });
  }

  #write(response: Readonly<Record<string, Buffer>>) {
    const id = this.id.toString("base64url");
    const entries = Object.entries(response).map(([name, bytes]) => [
      name,
      bytes.toString("base64url"),
    ]);
    const written = Object.fromEntries(entries);
    return { id, rawId: id, type: "public-key", response: written, clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: AnswerChoices): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(choices: AnswerChoices, credential: Buffer = Buffer.alloc(0)): Buffer {
    const { counter = 0, isVerified = true } = choices;
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (credential.length > 0 ? HAS_KEY : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const domain = sha256(Buffer.from(new URL(this.#origin).hostname));
    return Buffer.concat([domain, Buffer.of(flags), count, credential]);
  }

  #credential(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    // COSE: an EC key (1: 2) for ES256 (3: -7) on P-256 (-1: 1), with x (-2) and y (-3).
    const key = cborMap([
      [Buffer.of(0x01), Buffer.of(0x02)],
      [Buffer.of(0x03), Buffer.of(0x26)],
      [Buffer.of(0x20), Buffer.of(0x01)],
      [Buffer.of(0x21), cborBytes(Buffer.from(x, "base64url"))],
      [Buffer.of(0x22), cborBytes(Buffer.from(y, "base64url"))],
    ]);
    return Buffer.concat([Buffer.alloc(16), length, this.id, key]);
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.of(0x60 + text.length), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.of(0x58, bytes.length), bytes]);
}

function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([Buffer.of(0xa0 + entries.length), ...entries.flat()]);
}
