/**
 * Positions in PostgreSQL's write-ahead log, and the names of its segments. A name has 24 hex digits:
 * the timeline, and the number of the segment in two parts. The embedded server has segments of 16 MB.
 * Pure.
 */
export const SEGMENT_BYTES = 16 * 1024 * 1024;

const SEGMENTS_PER_PART = 0x1_0000_0000 / SEGMENT_BYTES;
const SEGMENT_NAME = /^[0-9A-F]{24}$/;

/** Reads a position such as 0/3000028. */
export function parseWalPosition(text: string): bigint {
  const [high = "", low = ""] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function writeWalPosition(position: bigint): string {
  const high = (position >> 32n).toString(16);
  return `${high}/${(position & 0xffff_ffffn).toString(16)}`.toUpperCase();
}

export function segmentNumber(position: bigint): number {
  return Number(position / BigInt(SEGMENT_BYTES));
}

/** The position at which a segment begins. */
export function segmentStart(number: number): bigint {
  return BigInt(number) * BigInt(SEGMENT_BYTES);
}

export function segmentName(timeline: number, number: number): string {
  const parts = [timeline, Math.floor(number / SEGMENTS_PER_PART), number % SEGMENTS_PER_PART];
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, "0")).join("");
}

export function isSegmentName(name: string): boolean {
  return SEGMENT_NAME.test(name);
}

/** The names of the segments from one position to another, both included. */
export function listSegments(timeline: number, from: bigint, to: bigint): readonly string[] {
  const [first, last] = [segmentNumber(from), segmentNumber(to)];
  return Array.from({ length: last - first + 1 }, (_, place) =>
    segmentName(timeline, first + place),
  );
}

/** Of these names, those that follow `first` without a gap. */
export function takeUnbroken(
  names: ReadonlySet<string>,
  timeline: number,
  first: number,
): readonly string[] {
  const taken: string[] = [];
  for (let number = first; names.has(segmentName(timeline, number)); number++) {
    taken.push(segmentName(timeline, number));
  }
  return taken;
}
