/** Countries by their two letters (ISO 3166-1), with their English names. */

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Unions, parts of countries and codes for tests have names as well. */
const NO_COUNTRIES = new Set("AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split(" "));

const NAMES = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

export interface Country {
  readonly code: string;
  readonly name: string;
}

/** With Kosovo, whose letters ISO left to their users: banks and the post use them. */
export function isCountry(code: string): boolean {
  return countryName(code) !== undefined;
}

/** By name. */
export function allCountries(): readonly Country[] {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const countries = codes.flatMap((code) => {
    const name = countryName(code);
    return name === undefined ? [] : [{ code, name }];
  });
  return countries.sort((one, other) => one.name.localeCompare(other.name));
}

function countryName(code: string): string | undefined {
  return isCurrent(code) && !NO_COUNTRIES.has(code) ? NAMES.of(code) : undefined;
}

/** Codes that were given up, and UK for GB, stand for others. */
function isCurrent(code: string): boolean {
  return new Intl.Locale("und", { region: code }).region === code;
}
