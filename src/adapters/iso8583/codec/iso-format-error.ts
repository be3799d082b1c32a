/** A message cannot be built or read. The message names the field and the reason, never its value. */
export class IsoFormatError extends Error {
  override readonly name = "IsoFormatError";
}

export function isoFieldError(field: number, reason: string): IsoFormatError {
  return new IsoFormatError(`Field ${field}: ${reason}.`);
}
