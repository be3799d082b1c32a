/** The frame around every screen: side navigation, header and keyboard search. */
import { ActionIcon, AppShell, Badge, Burger, Button, Group, Kbd } from "@mantine/core";
import { useDisclosure, useFocusReturn, useHotkeys } from "@mantine/hooks";
import { useRouterState } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { isAllowed } from "../area.ts";
import { AREAS } from "../areas.ts";
import { findHelp } from "../help-pages.ts";
import { useSession } from "../session.tsx";
import { Icon } from "./icons.tsx";
import { Navigation } from "./navigation.tsx";
import { PersonMenu, SchemeMenu } from "./person-menu.tsx";
import { openSearch } from "./search-api.ts";

const SearchBox = lazy(async () => ({ default: (await import("./search-box.tsx")).SearchBox }));
const IdleWarning = lazy(async () => ({
  default: (await import("./idle-warning.tsx")).IdleWarning,
}));

const CHIPS = AREAS.flatMap(({ chips }) => chips ?? []).map((chip) => ({
  ...chip,
  Chip: lazy(async () => ({ default: await chip.load() })),
}));

export function Shell({ children }: { readonly children: ReactNode }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  // On phones the open navigation covers the page, so Escape closes it like a dialog.
  useFocusReturn({ opened });
  useHotkeys(opened ? [["Escape", close]] : []);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 248, breakpoint: "md", collapsed: { mobile: !opened } }}
      layout="alt"
      className="sd-shell"
    >
      <a className="sd-skip" href="#screen">
        Skip to content
      </a>
      <AppShell.Navbar id="navigation" data-opened={opened || undefined}>
        <Navigation opened={opened} close={close} />
      </AppShell.Navbar>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="md"
            size="sm"
            aria-label="Navigation"
            aria-expanded={opened}
            aria-controls="navigation"
          />
          <SearchButton />
          <HeaderEnd />
        </Group>
      </AppShell.Header>
      <AppShell.Main>
        <div id="screen" className="sd-screen" tabIndex={-1}>
          {children}
        </div>
      </AppShell.Main>
      <Suspense>
        <SearchBox />
        <IdleWarning />
      </Suspense>
    </AppShell>
  );
}

function SearchButton() {
  return (
    <>
      <Button
        variant="default"
        className="sd-search-button"
        visibleFrom="sm"
        leftSection={<Icon name="search" size={16} />}
        rightSection={<Kbd size="xs">{modKey()} K</Kbd>}
        onClick={openSearch}
      >
        Search
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        hiddenFrom="sm"
        size="lg"
        aria-label="Search"
        onClick={openSearch}
      >
        <Icon name="search" />
      </ActionIcon>
    </>
  );
}

function HeaderEnd() {
  const session = useSession();
  return (
    <Group gap="xs" wrap="nowrap" ml="auto">
      {CHIPS.filter((chip) => isAllowed(chip, session)).map(({ id, Chip }) => (
        <Suspense key={id}>
          <Chip />
        </Suspense>
      ))}
      {session.environment === "certification" && (
        <Badge color="amber" variant="light" radius="sm" tt="none" fw={600} className="sd-state">
          Test mode
        </Badge>
      )}
      <HelpLink />
      <SchemeMenu />
      <PersonMenu />
    </Group>
  );
}

/** Opens the guide of the current page in a new tab, so that a form keeps what was typed. */
function HelpLink() {
  const { person } = useSession();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [page = "", section = ""] = findHelp(path.replace(/^\/console/, ""), person.kind).split(
    "#",
  );
  const href = `/console/help?${new URLSearchParams({ page, section })}`;
  return (
    <ActionIcon
      component="a"
      href={href}
      target="_blank"
      variant="subtle"
      color="gray"
      size="lg"
      aria-label="Help for this page (opens in a new tab)"
    >
      <Icon name="help" />
    </ActionIcon>
  );
}

function modKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";
}
