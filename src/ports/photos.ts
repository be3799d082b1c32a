/** Converts uploaded photos: small, of a known type, and without metadata. */
export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];

export interface Picture {
  readonly mediaType: PhotoType;
  readonly content: Uint8Array;
}

/** Why an uploaded file is refused. */
export type PictureError = "not_a_picture" | "too_many_pixels";

export interface PhotoEncoder {
  /** Detects the type from the bytes, never from the file name, and encodes the picture again. */
  encode(bytes: Uint8Array): Promise<Picture | PictureError>;
}
