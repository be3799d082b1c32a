/** A text for a camera. Dark on light in every scheme: that is what readers expect. */
import { qrOf } from "./qr.ts";

const QUIET = 4;

interface QrPictureProps {
  readonly text: string;
  /** What it holds, for those who do not see it. */
  readonly label: string;
  readonly size?: number;
}

/** Nothing where the text is too long: whoever shows it shows the text as well. */
export function QrPicture({ text, label, size = 196 }: QrPictureProps) {
  const rows = qrOf(text);
  if (rows === undefined) return null;
  const side = rows.length + QUIET * 2;
  const path = rows
    .flatMap((row, y) =>
      row.flatMap((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : [])),
    )
    .join("");
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
