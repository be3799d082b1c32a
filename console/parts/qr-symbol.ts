/** What every QR code has besides its data: corners, timing, marks, format, version and mask. Pure. */

export interface Symbol2d {
  readonly version: number;
  readonly side: number;
  /** Row by row. Fixed modules carry no data and are not masked. */
  readonly isFixed: boolean[];
  readonly dark: boolean[];
}

const FORMAT_GENERATOR = 0x537;
const FORMAT_MASK = 0x5412;
const VERSION_GENERATOR = 0x1f25;
/** Error correction L, as the format has it. */
const LEVEL = 0b01;

export function emptySymbol(version: number): Symbol2d {
  const side = version * 4 + 17;
  const cells = side * side;
  const symbol: Symbol2d = {
    version,
    side,
    isFixed: Array.from({ length: cells }, () => false),
    dark: Array.from({ length: cells }, () => false),
  };
  for (let at = 0; at < side; at++) {
    fix(symbol, 6, at, at % 2 === 0);
    fix(symbol, at, 6, at % 2 === 0);
  }
  for (const [row, column] of marksOf(version, side)) square(symbol, row, column, 2);
  for (const [row, column] of [
    [3, 3],
    [3, side - 4],
    [side - 4, 3],
  ] as const) {
    square(symbol, row, column, 4);
  }
  writeFormat(symbol, 0);
  writeVersion(symbol);
  return symbol;
}

/** The symbol under a mask, row by row. */
export function dressed(symbol: Symbol2d, mask: number): readonly (readonly boolean[])[] {
  const { side, isFixed } = symbol;
  const dark = symbol.dark.map((isDark, at) => {
    const isTurned = !isFixed[at] && maskFits(mask, Math.floor(at / side), at % side);
    return isDark !== isTurned;
  });
  writeFormat({ ...symbol, dark }, mask);
  return Array.from({ length: side }, (_, row) => dark.slice(row * side, row * side + side));
}

export function maskFits(mask: number, row: number, column: number): boolean {
  const product = row * column;
  const rules = [
    (row + column) % 2,
    row % 2,
    column % 3,
    (row + column) % 3,
    (Math.floor(row / 2) + Math.floor(column / 3)) % 2,
    (product % 2) + (product % 3),
    ((product % 2) + (product % 3)) % 2,
    (((row + column) % 2) + (product % 3)) % 2,
  ];
  return rules[mask] === 0;
}

/** Runs, blocks, false corners and imbalance: the lower, the easier to read. */
export function maskPenalty(rows: readonly (readonly boolean[])[]): number {
  const columns = rows.map((_, at) => rows.map((row) => row[at] ?? false));
  const lines = [...rows, ...columns].map((line) =>
    line.map((dark) => (dark ? "1" : "0")).join(""),
  );
  const runs = lines.flatMap((line) => line.match(/0{5,}|1{5,}/g) ?? []);
  const corners = lines.flatMap((line) => line.match(/(?=10111010000|00001011101)/g) ?? []);
  const cells = rows.flat();
  const share = (cells.filter(Boolean).length * 100) / cells.length;
  return (
    runs.reduce((sum, run) => sum + run.length - 2, 0) +
    blocksIn(rows) * 3 +
    corners.length * 40 +
    Math.floor(Math.abs(share - 50) / 5) * 10
  );
}

function blocksIn(rows: readonly (readonly boolean[])[]): number {
  let blocks = 0;
  for (let row = 1; row < rows.length; row++) {
    for (let column = 1; column < rows.length; column++) {
      const dark = rows[row]?.[column];
      const others = [
        rows[row - 1]?.[column - 1],
        rows[row - 1]?.[column],
        rows[row]?.[column - 1],
      ];
      if (others.every((other) => other === dark)) blocks++;
    }
  }
  return blocks;
}

function fix(
  { side, isFixed, dark }: Symbol2d,
  row: number,
  column: number,
  isDark: boolean,
): void {
  if (row < 0 || column < 0 || row >= side || column >= side) return;
  isFixed[row * side + column] = true;
  dark[row * side + column] = isDark;
}

/** A dark core, a light ring, a dark ring; a corner (4) has a light one around that. */
function square(symbol: Symbol2d, row: number, column: number, reach: 2 | 4): void {
  for (let down = -reach; down <= reach; down++) {
    for (let right = -reach; right <= reach; right++) {
      const ring = Math.max(Math.abs(down), Math.abs(right));
      const isDark = reach === 2 ? ring !== 1 : ring !== 2 && ring !== 4;
      fix(symbol, row + down, column + right, isDark);
    }
  }
}

/** Centres of the marks: evenly apart from the far edge on, none in the three corners. */
function marksOf(version: number, side: number): readonly (readonly [number, number])[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const apart = Math.ceil((side - 13) / (count - 1) / 2) * 2;
  const last = side - 7;
  const places = Array.from({ length: count }, (_, at) =>
    at === 0 ? 6 : last - (count - 1 - at) * apart,
  );
  return places.flatMap((row) =>
    places
      .filter((column) => ![`6 6`, `6 ${last}`, `${last} 6`].includes(`${row} ${column}`))
      .map((column) => [row, column] as const),
  );
}

/** Twice, around the corners, and the one module that is always dark. */
function writeFormat(symbol: Symbol2d, mask: number): void {
  const { side } = symbol;
  const value = LEVEL * 8 + mask;
  const bits = (value * 1024 + remainderOf(value, FORMAT_GENERATOR, 10)) ^ FORMAT_MASK;
  for (let at = 0; at < 15; at++) {
    const isDark = ((bits >> at) & 1) === 1;
    const near = at < 6 ? at : at < 8 ? at + 1 : at === 8 ? 7 : 14 - at;
    if (at < 8) fix(symbol, near, 8, isDark);
    else fix(symbol, 8, near, isDark);
    if (at < 8) fix(symbol, 8, side - 1 - at, isDark);
    else fix(symbol, side - 15 + at, 8, isDark);
  }
  fix(symbol, side - 8, 8, true);
}

function writeVersion(symbol: Symbol2d): void {
  const { version, side } = symbol;
  if (version < 7) return;
  const bits = version * 4096 + remainderOf(version, VERSION_GENERATOR, 12);
  for (let at = 0; at < 18; at++) {
    const isDark = ((bits >> at) & 1) === 1;
    const [far, near] = [side - 11 + (at % 3), Math.floor(at / 3)];
    fix(symbol, far, near, isDark);
    fix(symbol, near, far, isDark);
  }
}

/** Of a division of polynomials over two, with so many bits left. */
function remainderOf(value: number, generator: number, bits: number): number {
  let rest = value;
  for (let at = 0; at < bits; at++) rest = (rest * 2) ^ ((rest >> (bits - 1)) * generator);
  return rest;
}
