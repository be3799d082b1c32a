/** Countries by their two letters (ISO 3166-1), with their English names. */

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Unions, parts of countries and codes for tests have names as well. */
const NO_COUNTRIES = new Set("AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split(" "));

/** With Kosovo, whose letters ISO left to their users: banks and the post use them. */
export const COUNTRIES: ReadonlyMap<string, string> = new Map(countries());

function countries(): readonly (readonly [code: string, name: string])[] {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return codes.filter(isCurrent).flatMap((code) => {
    const name = NO_COUNTRIES.has(code) ? undefined : names.of(code);
    return name === undefined ? [] : [[code, name] as const];
  });
}

/** Codes that were given up, and UK for GB, stand for others. */
function isCurrent(code: string): boolean {
  return new Intl.Locale("und", { region: code }).region === code;
}
