/** Properties of an input whose value browsers and password managers must not remember. */
export const NOT_STORED = {
  autoComplete: "off",
  spellCheck: false,
  autoCapitalize: "off",
  "data-1p-ignore": true,
  "data-lpignore": "true",
} as const;
