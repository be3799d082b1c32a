/** Takes the issuer's answer to a chip out of a host's chip data. Other tags are ignored. */
import type { ChipAnswer } from "../../ports/card-readout.ts";
import { type NestedValues, plainTag } from "../iso8583/codec/nested-fields.ts";
import { writeChipTlv } from "./chip-tlv.ts";

interface Lengths {
  readonly min: number;
  readonly max: number;
}

/** In bytes, of all objects of a tag together. EMV Book 3, annex A, allows 2 and 8 to 16. */
const RESPONSE_CODE: Lengths = { min: 2, max: 2 };
const AUTHENTICATION: Lengths = { min: 8, max: 16 };
const SCRIPTS: Lengths = { min: 1, max: 255 };

/** A value with an impossible length is left out. It does not change what the host has decided. */
export function toChipAnswer(values: NestedValues): ChipAnswer | undefined {
  const answer = {
    ...named("responseCode", collectObjects(values, "8A", RESPONSE_CODE)),
    ...named("issuerAuthentication", collectObjects(values, "91", AUTHENTICATION)),
    ...named("script1", collectObjects(values, "71", SCRIPTS)),
    ...named("script2", collectObjects(values, "72", SCRIPTS)),
  };
  return Object.keys(answer).length === 0 ? undefined : answer;
}

function named(name: keyof ChipAnswer, hex: string | undefined): ChipAnswer {
  return hex === undefined ? {} : { [name]: hex };
}

function collectObjects(
  values: NestedValues,
  tag: string,
  { min, max }: Lengths,
): string | undefined {
  const objects = [...values].filter(([key]) => plainTag(key) === tag);
  const length = objects.reduce((sum, [, value]) => sum + value.length, 0);
  return length < min || length > max ? undefined : writeChipTlv(new Map(objects));
}
