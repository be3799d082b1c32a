/** Countries by their two-letter codes (ISO 3166-1), with their English names. */

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Codes that have a name but are not countries: unions, parts of countries, test codes. */
const NO_COUNTRIES = new Set("AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split(" "));

/** Opening the names takes 40 ms, so it happens at the first use instead of at every start. */
let names: Intl.DisplayNames | undefined;

export interface Country {
  readonly code: string;
  readonly name: string;
}

/** Includes Kosovo (XK), which is not in ISO 3166-1 but is used by banks and the post. */
export function isCountry(code: string): boolean {
  return countryName(code) !== undefined;
}

/** Sorted by name. */
export function allCountries(): readonly Country[] {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const countries = codes.flatMap((code) => {
    const name = countryName(code);
    return name === undefined ? [] : [{ code, name }];
  });
  return countries.sort((one, other) => one.name.localeCompare(other.name));
}

function countryName(code: string): string | undefined {
  return isCurrent(code) && !NO_COUNTRIES.has(code) ? openNames().of(code) : undefined;
}

function openNames(): Intl.DisplayNames {
  names ??= new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return names;
}

/** Former codes, and UK for GB, are aliases of other codes. */
function isCurrent(code: string): boolean {
  return new Intl.Locale("und", { region: code }).region === code;
}
