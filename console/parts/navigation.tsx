/** The side navigation: the areas' entries that this person may see. */
import { Box, CloseButton, Group, ScrollArea, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { allowedGroups, type NavigationEntry } from "../area.ts";
import { AREAS } from "../areas.ts";
import { useSession } from "../session.tsx";
import { Icon, Mark } from "./icons.tsx";

const OVERVIEW: NavigationEntry = { label: "Overview", icon: "overview", to: "/", about: "" };

/** On a phone it lies over the screen: `close` is called once it was used. */
export function Navigation({ close }: { readonly close: () => void }) {
  const session = useSession();
  const { person, version } = session;
  return (
    <div className="sd-nav">
      <Group justify="space-between" wrap="nowrap" className="sd-nav-head">
        <Link to="/" className="sd-brand">
          <Mark />
          Sixdoors
        </Link>
        <CloseButton hiddenFrom="md" onClick={close} aria-label="Close the navigation" />
      </Group>
      {person.home !== undefined && (
        <Box className="sd-nav-home">
          <Text size="sm" fw={600} truncate>
            {person.home.name}
          </Text>
          <Text size="xs" className="sd-nav-quiet sd-amount">
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
