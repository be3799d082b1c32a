/** Converts uploaded photos: small, of a known type, and without metadata. */
export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];

export interface Picture {
  readonly mediaType: PhotoType;
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Stricter limits than those of photos. */
export interface PictureLimits {
  readonly types?: readonly PhotoType[];
  /** Larger pictures are made smaller. */
  readonly sideMax?: number;
  /** Of the uploaded picture. */
  readonly pixelsMax?: number;
}

/** Why an uploaded file is refused. */
export type PictureError = "not_a_picture" | "too_many_pixels";

export interface PhotoEncoder {
  /** Detects the type from the bytes, never from the file name, and encodes the picture again. */
  encode(bytes: Uint8Array, limits?: PictureLimits): Promise<Picture | PictureError>;
}
