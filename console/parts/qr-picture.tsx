/** A QR code of a text. It is black on white in both color schemes, as scanners expect. */
import { qrPath } from "./qr-path.ts";

interface QrPictureProps {
  readonly text: string;
  /** Describes the content to screen readers. */
  readonly label: string;
  readonly size?: number;
}

export function QrPicture({ text, label, size = 196 }: QrPictureProps) {
  const { side, path } = qrPath(text);
  return (
    <svg
      role="img"
      aria-label={label}
      className="sd-qr"
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
