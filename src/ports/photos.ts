/** Pictures as we wish they were: small, of a known kind, and with nothing written beside them. */
export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];

export interface Picture {
  readonly mediaType: PhotoType;
  readonly content: Uint8Array;
}

/** Why bytes are no picture that we keep. */
export type PictureError = "not_a_picture" | "too_many_pixels";

export interface PhotoEncoder {
  /** Reads the bytes by what they are, never by what they are called, and writes them anew. */
  encode(bytes: Uint8Array): Promise<Picture | PictureError>;
}
