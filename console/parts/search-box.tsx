/** The keyboard search (Ctrl+K): screens immediately, records from the server while typing. */
import "@mantine/spotlight/styles.css";
import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, type SpotlightActionGroupData, spotlight } from "@mantine/spotlight";
import { useQueries } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { allowedGroups, type Hit, isAllowed, type Search } from "../area.ts";
import { AREAS } from "../areas.ts";
import { useSession } from "../session.tsx";
import { Icon } from "./icons.tsx";
import { linkTarget } from "./link.tsx";
import { onOpenSearch } from "./search-api.ts";

const TYPING_MS = 200;
const SEARCH_MIN = 2;
const HITS_MAX = 20;

export function SearchBox() {
  const [query, setQuery] = useState("");
  const groups = [...useScreens(), ...useHits(query.trim())];
  useEffect(() => onOpenSearch(spotlight.open), []);
  return (
    <Spotlight
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      shortcut={["mod + K", "/"]}
      limit={HITS_MAX}
      scrollable
      centered={false}
      yOffset="12vh"
      attributes={{ content: { "aria-label": "Search" } }}
      maxHeight={420}
      nothingFound="No results. Try a name, an amount, a number or a page."
      searchProps={{
        placeholder: "Search pages, names and numbers",
        "aria-label": "Search",
        leftSection: <Icon name="search" />,
      }}
    />
  );
}

function useScreens(): SpotlightActionGroupData[] {
  const session = useSession();
  const open = useOpen();
  return allowedGroups(AREAS, session).map(({ title, entries }) => ({
    group: title,
    actions: entries.map(({ label, about, icon, to, outside }) => ({
      id: to,
      label,
      description: about,
      leftSection: <Icon name={icon} />,
      onClick: () => (outside ? void window.open(to, "_blank", "noreferrer") : open(to)),
    })),
  }));
}

/** The server already filtered these hits, so they match every query. */
function useHits(query: string): SpotlightActionGroupData[] {
  const session = useSession();
  const open = useOpen();
  const [settled] = useDebouncedValue(query, TYPING_MS);
  const searches = AREAS.flatMap((area) => area.searches ?? []).filter((search) =>
    isAllowed(search, session),
  );
  const answers = useQueries({
    queries: searches.map((search) => ({
      queryKey: ["search", search.title, settled],
      queryFn: () => search.find(settled, session),
      enabled: settled.length >= SEARCH_MIN,
    })),
  });
  return searches.map((search: Search, place) => ({
    group: search.title,
    actions: (answers[place]?.data ?? []).map((hit: Hit) => ({
      id: `${search.title} ${hit.id}`,
      label: hit.label,
      description: hit.about,
      keywords: [settled],
      leftSection: <Icon name={hit.icon ?? "search"} />,
      onClick: () => open(hit.to),
    })),
  }));
}

function useOpen(): (to: string) => void {
  const navigate = useNavigate();
  return (to) => void navigate(linkTarget(to));
}
