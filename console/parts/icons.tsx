/** The console's icons, drawn on a 24×24 grid and hidden from screen readers. */

const PATHS = {
  overview: "M4 11.5 12 5l8 6.5V19a1 1 0 0 1-1 1h-5v-5h-4v5H5a1 1 0 0 1-1-1z",
  menu: "M4 7h16M4 12h16M4 17h16",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4",
  moon: "M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5",
  people:
    "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 19.5c.5-3.2 2.8-5 6-5s5.5 1.8 6 5M16 5a3.5 3.5 0 0 1 0 6.5M18 15c1.8.7 2.8 2.3 3 4.5",
  leave: "M14 5V4H5v16h9v-1M10 12h10M17 8.5l3.5 3.5-3.5 3.5",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  check: "M5 12.5 10 17 19 7",
  cross: "M6 6l12 12M18 6 6 18",
  plus: "M12 5v14M5 12h14",
  down: "M6 9.5 12 15.5 18 9.5",
  up: "M6 14.5 12 8.5 18 14.5",
  left: "M14.5 6 8.5 12 14.5 18",
  right: "M9.5 6 15.5 12 9.5 18",
  sort: "M8 10l4-4 4 4M8 14l4 4 4-4",
  outside: "M13 5h6v6M19 5l-9 9M17 14v5H5V7h5",
  book: "M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5zM12 6.5v13",
  clock: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 7.5V12l3 2",
  mail: "M4 6h16v12H4zM4 7l8 6.5L20 7",
  webhook:
    "M9.5 9.5 7 15M7 18a2.5 2.5 0 1 0 0-5M12 9a2.5 2.5 0 1 0-2.5-2.5M14 8.5l3 5.5M17 18a2.5 2.5 0 1 0-1.5-4.5M9.5 15.5H14",
  log: "M6 4h12v16H6zM9 8h6M9 12h6M9 16h4",
  table: "M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9",
  account: "M4 20V9l8-5 8 5v11zM4 20h16M9 20v-6h6v6",
  partners:
    "M12 9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM5.5 20a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM18.5 20a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM12 9v3M5.5 15v-3h13v3",
  key: "M8 15.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 11.5h9M18 11.5V15M15 11.5v2.5",
  card: "M3.5 6h17v12h-17zM3.5 10h17M7 14.5h3",
  bank: "M4 10 12 5l8 5zM6 10v7M10 10v7M14 10v7M18 10v7M4 19.5h16",
  export: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14",
  report: "M5 20V10M10 20V5M15 20v-8M20 20H4M19 20v-5",
  device:
    "M7 3.5h10v17H7zM9.5 6.5h5v4h-5zM10 14h.01M12 14h.01M14 14h.01M10 17h.01M12 17h.01M14 17h.01",
  place:
    "M12 21c4.5-5 6.5-8 6.5-11a6.5 6.5 0 0 0-13 0c0 3 2 6 6.5 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  shield: "M12 4l7 2.5V12c0 4-2.8 6.8-7 8-4.2-1.2-7-4-7-8V6.5zM9 12l2 2 4-4.5",
  settings:
    "M4 8h9M17 8h3M15 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM4 16h3M11 16h9M9 18a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  jobs: "M4 7h10M4 12h16M4 17h7M17 7h3M14 17h6",
  form: "M5 4h14v16H5zM8 8h8M8 12h8v4H8z",
  terminal: "M4 5h16v14H4zM7.5 10l2.5 2.5L7.5 15M12.5 15H16",
  health: "M4 12h4l2-5 4 10 2-5h4",
  attention: "M12 4.5 21 19.5H3zM12 10v4.5M12 17h.01",
  help: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM9.8 9.8a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.7M12 16.2h.01",
  eye: "M3 12c2.2-4 5.2-6 9-6s6.8 2 9 6c-2.2 4-5.2 6-9 6s-6.8-2-9-6zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  retry: "M19 12a7 7 0 1 1-2-5M17.5 3.5V7H14",
  filter: "M4 6h16l-6 7v5l-4 2v-7z",
  columns: "M4 5h16v14H4zM9.5 5v14M15 5v14",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      className="sd-icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The logo: six tiles, one of them filled. */
export function Mark({ size = 26 }: { readonly size?: number }) {
  const tiles = [6, 13.5, 21].flatMap((x) => [6, 17].map((y) => ({ x, y })));
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--mantine-color-tide-7)" />
      {tiles.map(({ x, y }) => (
        <rect
          key={`${x} ${y}`}
          x={x}
          y={y}
          width="5"
          height="9"
          rx="1"
          fill={x === 21 && y === 6 ? "var(--mantine-color-amber-3)" : "#fff"}
        />
      ))}
    </svg>
  );
}
