/** Formats durations, sizes and rates. Pure. */

const STEPS = [
  { unit: "d", ms: 86_400_000 },
  { unit: "h", ms: 3_600_000 },
  { unit: "min", ms: 60_000 },
  { unit: "s", ms: 1_000 },
] as const;

/** Formats 5,400,000 as "1 h 30 min", with the two largest units. */
export function formatDuration(ms: number): string {
  let left = Math.max(0, Math.round(ms / 1_000) * 1_000);
  const parts: string[] = [];
  for (const step of STEPS) {
    const count = Math.floor(left / step.ms);
    left -= count * step.ms;
    if (count > 0 || parts.length > 0) parts.push(count > 0 ? `${count} ${step.unit}` : "");
    if (parts.length === 2) break;
  }
  return parts.filter((part) => part !== "").join(" ") || "0 s";
}

export function msBetween(from: string, to: string): number {
  return new Date(to).getTime() - new Date(from).getTime();
}

const SIZES = ["B", "kB", "MB", "GB", "TB"];

/** Formats 1,234,567 as "1.2 MB". */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${SIZES[power]}`;
}

/** Formats 0.0312 as "3.12%". */
export function rateText(rate: number): string {
  return `${(rate * 100).toFixed(2)}%`;
}
