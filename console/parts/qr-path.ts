/** The modules of a QR code as an SVG path, with the quiet zone that the standard asks for. */
import encodeQR from "qr";

const QUIET_ZONE_MODULES = 4;

export interface QrPath {
  /** Modules on each side, quiet zone included. */
  readonly side: number;
  readonly path: string;
}

export function qrPath(text: string): QrPath {
  const rows = encodeQR(text, "raw", { ecc: "low", border: QUIET_ZONE_MODULES });
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return { side: rows.length, path: squares.join("") };
}
