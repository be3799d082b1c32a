/** Reed-Solomon over GF(256) with 0x11d, as QR codes want it. Pure. */

const EXPONENTS: number[] = [];
const LOGARITHMS: number[] = [];

for (let exponent = 0, value = 1; exponent < 255; exponent++) {
  EXPONENTS[exponent] = value;
  LOGARITHMS[value] = exponent;
  value = value >= 128 ? (value * 2) ^ 0x11d : value * 2;
}

/** The remainder of the data, as a polynomial, by the generator of so many roots. */
export function correctionOf(data: readonly number[], count: number): readonly number[] {
  const generator = generatorOf(count);
  const rest = [...data, ...Array.from({ length: count }, () => 0)];
  for (let at = 0; at < data.length; at++) {
    const factor = rest[at] ?? 0;
    generator.forEach((term, power) => {
      rest[at + power] = (rest[at + power] ?? 0) ^ times(term, factor);
    });
  }
  return rest.slice(data.length);
}

/** (x − α⁰)(x − α¹)…, the highest power first. */
function generatorOf(count: number): readonly number[] {
  let terms: number[] = [1];
  for (let root = 0; root < count; root++) {
    const factor = EXPONENTS[root] ?? 0;
    const shifted = [...terms, 0];
    terms = shifted.map((term, at) => term ^ times(terms[at - 1] ?? 0, factor));
  }
  return terms;
}

function times(left: number, right: number): number {
  if (left === 0 || right === 0) return 0;
  return EXPONENTS[((LOGARITHMS[left] ?? 0) + (LOGARITHMS[right] ?? 0)) % 255] ?? 0;
}
