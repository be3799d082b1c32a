/** The side navigation: the areas' entries that this person may see. */
import { Box, CloseButton, FocusTrap, Group, ScrollArea, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { PersonKind } from "../../src/interfaces/console/contract.ts";
import { allowedGroups, type NavigationEntry } from "../area.ts";
import { AREAS } from "../areas.ts";
import { useSession } from "../session.tsx";
import { Icon, Mark } from "./icons.tsx";

const OVERVIEW: NavigationEntry = { label: "Overview", icon: "overview", to: "/", about: "" };

/** An account's number speaks for itself; that of a partner is a digit or two. */
const HOME_WORDS: Partial<Record<PersonKind, string>> = { partner: "Partner ", client: "Client " };

interface NavigationProps {
  /** On a phone: it lies over the screen, and keeps the focus until it is left. */
  readonly opened: boolean;
  /** Called once it was used. */
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
            aria-label="Close the navigation"
            data-autofocus
          />
        </Group>
        {person.home !== undefined && (
          <Box className="sd-nav-home">
            <Text size="sm" fw={600} truncate>
              {person.home.name}
            </Text>
            <Text size="xs" className="sd-nav-quiet sd-amount">
              {HOME_WORDS[person.kind]}
              {person.home.id}
            </Text>
          </Box>
        )}
        <ScrollArea className="sd-nav-scroll" type="hover">
          <nav aria-label="Main">
            <Entry entry={OVERVIEW} close={close} />
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
        <Text size="xs" className="sd-nav-quiet sd-nav-foot">
          Sixdoors {version}
        </Text>
      </div>
    </FocusTrap>
  );
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
