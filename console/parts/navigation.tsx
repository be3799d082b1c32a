/** The side navigation with the entries that this user may see. */
import { Box, CloseButton, FocusTrap, Group, ScrollArea, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { PersonKind } from "../../src/interfaces/console/contract.ts";
import { allowedGroups, type NavigationEntry } from "../area.ts";
import { AREAS } from "../areas.ts";
import { useSession } from "../session.tsx";
import { Icon, Mark } from "./icons.tsx";

/** Account numbers are recognizable by themselves, but a partner ID may be a single digit. */
const HOME_ID_PREFIXES: Partial<Record<PersonKind, string>> = {
  partner: "Partner ",
  client: "Client ",
};

interface NavigationProps {
  /** On phones the navigation is an overlay that keeps the focus until it is closed. */
  readonly opened: boolean;
  /** Called after an entry was chosen. */
  close(): void;
}

export function Navigation({ opened, close }: NavigationProps) {
  const session = useSession();
  const { person, version } = session;
  return (
    <FocusTrap active={opened}>
      <div className="sd-nav">
        <Group justify="space-between" wrap="nowrap" className="sd-nav-head">
          <Link to="/" className="sd-brand">
            <Mark />
            Sixdoors
          </Link>
          <CloseButton
            hiddenFrom="md"
            onClick={close}
            aria-label="Close navigation"
            data-autofocus
          />
        </Group>
        {person.home !== undefined && (
          <Box className="sd-nav-home">
            <Text size="sm" fw={600} truncate>
              {person.home.name}
            </Text>
            <Text size="xs" className="sd-nav-dimmed sd-amount">
              {HOME_ID_PREFIXES[person.kind]}
              {person.home.id}
            </Text>
          </Box>
        )}
        <ScrollArea className="sd-nav-scroll" type="hover">
          <nav aria-label="Main">
            <Entry entry={homeEntry(person.kind)} close={close} />
            {allowedGroups(AREAS, session).map(({ title, entries }) => (
              <div key={title}>
                <p className="sd-nav-title">{title}</p>
                {entries.map((entry) => (
                  <Entry key={entry.to} entry={entry} close={close} />
                ))}
              </div>
            ))}
          </nav>
        </ScrollArea>
        <Text size="xs" className="sd-nav-dimmed sd-nav-foot">
          Sixdoors {version}
        </Text>
      </div>
    </FocusTrap>
  );
}

function homeEntry(kind: PersonKind): NavigationEntry {
  const home = AREAS.find((area) => area.home?.of.includes(kind))?.home;
  return { label: home?.label ?? "Overview", icon: "overview", to: "/", about: "" };
}

interface EntryProps {
  readonly entry: NavigationEntry;
  close(): void;
}

function Entry({ entry: { label, icon, to, outside }, close }: EntryProps) {
  if (outside) {
    return (
      <a className="sd-nav-entry" href={to} target="_blank" rel="noreferrer">
        <Icon name={icon} />
        <span>{label}</span>
        <Icon name="outside" size={13} />
      </a>
    );
  }
  return (
    <Link
      className="sd-nav-entry"
      to={to}
      onClick={close}
      activeOptions={{ exact: to === "/", includeSearch: false }}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </Link>
  );
}
