/** The theme: colors, fonts and shapes. All styles are derived from it. */
import {
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from "@mantine/core";

const SANS =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';
const MONO =
  'ui-monospace, SFMono-Regular, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';

const tide: MantineColorsTuple = [
  "#e9f6f3",
  "#d0ebe6",
  "#a3d8cf",
  "#70c2b6",
  "#46ad9f",
  "#279488",
  "#147c71",
  "#0e6860",
  "#0b544e",
  "#083f3b",
];

const gray: MantineColorsTuple = [
  "#f6f8f7",
  "#eef1f0",
  "#e1e7e5",
  "#cfd8d5",
  "#b2bdb9",
  "#8b9894",
  "#5b6965",
  "#46524e",
  "#303a37",
  "#1a2220",
];

const dark: MantineColorsTuple = [
  "#d9e0dd",
  "#b9c4c0",
  "#96a39e",
  "#6c7974",
  "#414c48",
  "#2d3633",
  "#202826",
  "#151b1a",
  "#0f1413",
  "#090d0c",
];

const amber: MantineColorsTuple = [
  "#fff6e6",
  "#feeacb",
  "#fbd59b",
  "#f6bd66",
  "#f0a93b",
  "#dd9220",
  "#b87410",
  "#8f580a",
  "#6d430a",
  "#4c2f08",
];

const red: MantineColorsTuple = [
  "#fdf0ef",
  "#fbe0de",
  "#f6beba",
  "#f09a94",
  "#e8746c",
  "#d94e45",
  "#bf3830",
  "#a32c25",
  "#86231d",
  "#6a1b16",
];

export const theme = createTheme({
  colors: { tide, gray, dark, amber, red },
  primaryColor: "tide",
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.36,
  black: "#16201e",
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  fontSizes: {
    xs: "0.75rem",
    sm: "0.8438rem",
    md: "0.9375rem",
    lg: "1.0625rem",
    xl: "1.25rem",
  },
  headings: {
    fontFamily: SANS,
    fontWeight: "650",
    sizes: {
      h1: { fontSize: "1.5rem", lineHeight: "1.25" },
      h2: { fontSize: "1.0625rem", lineHeight: "1.35" },
      h3: { fontSize: "0.9375rem", lineHeight: "1.4" },
    },
  },
  defaultRadius: "sm",
  radius: { xs: "3px", sm: "6px", md: "9px", lg: "14px" },
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    Tooltip: { defaultProps: { withArrow: true, openDelay: 200 } },
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.4 } } },
    // A `<header>` element here would be a second banner landmark.
    ModalHeader: { defaultProps: { component: "div" } },
    // Long content scrolls, so it must be reachable by keyboard.
    SpotlightActionsList: { defaultProps: { viewportProps: { tabIndex: 0 } } },
    // The placeholder would count as a menu item.
    Menu: {
      defaultProps: {
        shadow: "md",
        position: "bottom-end",
        withInitialFocusPlaceholder: false,
      },
    },
  },
});

/** Stores the user's choice. Without one, the system setting applies. */
export const colorSchemes = localStorageColorSchemeManager({ key: "sixdoors-color-scheme" });
