/**
 * What the thread of an HSM session can be asked, and its answers: the contract between hsm-thread.ts
 * and hsm.ts. Binary values are passed as Uint8Array, because a Buffer does not survive a message.
 */
import type { BaseKeyKind } from "../../../ports/key-custody.ts";
import type { FoundPair } from "./master-key-pair.ts";
import type { TokenChoice } from "./token-session.ts";

type Bytes = Uint8Array;

interface PairInput {
  readonly label: string;
  readonly id: Bytes;
  /** The row of the data key. */
  readonly binding: Bytes;
}

/** The input and the result of every call. */
export interface HsmCalls {
  readonly open: { readonly input: null; readonly result: null };
  readonly close: { readonly input: { readonly isLast: boolean }; readonly result: null };
  readonly createPair: { readonly input: { readonly label: string }; readonly result: Bytes };
  readonly listPairs: {
    readonly input: { readonly label: string };
    readonly result: readonly FoundPair[];
  };
  readonly wrap: { readonly input: PairInput & { readonly key: Bytes }; readonly result: Bytes };
  readonly unwrap: {
    readonly input: PairInput & { readonly wrapped: Bytes };
    readonly result: Bytes | undefined;
  };
  readonly importBaseKey: {
    readonly input: { readonly label: string; readonly kind: BaseKeyKind; readonly key: Bytes };
    readonly result: Bytes;
  };
  readonly deriveInitialKey: {
    readonly input: {
      readonly label: string;
      readonly id: Bytes;
      readonly kind: BaseKeyKind;
      readonly device: string;
    };
    readonly result: Bytes;
  };
  readonly computeCheckValue: {
    readonly input: { readonly label: string; readonly id: Bytes; readonly kind: BaseKeyKind };
    readonly result: string;
  };
  readonly destroyBaseKey: { readonly input: { readonly id: Bytes }; readonly result: null };
}

export type HsmCallName = keyof HsmCalls;
export type HsmInput<Name extends HsmCallName> = HsmCalls[Name]["input"];
export type HsmResult<Name extends HsmCallName> = HsmCalls[Name]["result"];

export interface HsmRequest {
  readonly number: number;
  readonly name: HsmCallName;
  readonly input: HsmInput<HsmCallName>;
}

export type HsmFailure =
  | { readonly kind: "package_missing"; readonly why: string }
  | { readonly kind: "module_unusable"; readonly why: string }
  | { readonly kind: "token_not_found"; readonly presentLabels: readonly string[] }
  | { readonly kind: "pin_unreadable"; readonly why: string }
  | { readonly kind: "pin_refused"; readonly code: string }
  | { readonly kind: "key_not_found"; readonly why: string }
  /** A new session may help. */
  | { readonly kind: "session_lost"; readonly code: string; readonly call: string }
  | { readonly kind: "refused"; readonly code: string; readonly call: string }
  | { readonly kind: "broken"; readonly why: string };

export type HsmReply =
  | { readonly number: number; readonly result: HsmResult<HsmCallName> }
  | { readonly number: number; readonly failure: HsmFailure };

/** What a thread is started with. The PIN is not among it: the thread reads its file. */
export interface HsmThreadSettings extends TokenChoice {
  readonly module: string;
  readonly pinFile: string;
  readonly environment: "certification" | "production";
}

/** The same bytes as a Buffer, without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
