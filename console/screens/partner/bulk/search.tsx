/** Search over clients, devices, locations and people. */
import "../partner.css";
import { Text } from "@mantine/core";
import type { ManagementFinds } from "../../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../../api.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Filters, SearchFilter } from "../../../parts/filters.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { TextLink } from "../../../parts/link.tsx";
import { PageHeader, Panel } from "../../../parts/panel.tsx";
import { WhenLoaded } from "../../../parts/when-loaded.tsx";
import { useUrlState } from "../../../url-state.ts";
import { FOUND_KINDS, listHitsOfKind } from "../pieces/found-records.ts";

const SEARCH_MIN = 2;
/** As many as the server returns for this page. */
const TAKE = 25;
const TITLES: Readonly<Record<keyof ManagementFinds, string>> = {
  partners: "Partners",
  clients: "Clients",
  devices: "Devices",
  locations: "Locations",
  people: "People",
};

export function Search() {
  const [{ q }] = useUrlState({ q: "" });
  return (
    <>
      <PageHeader
        title="Search"
        description="Names, addresses, email addresses, merchant IDs, and the beginning of serial numbers."
      />
      <Filters names={["q"]}>
        <SearchFilter name="q" label="Search" placeholder="At least two characters" />
      </Filters>
      {q.trim().length >= SEARCH_MIN && <Results query={q} />}
    </>
  );
}

function Results({ query }: { readonly query: string }) {
  const reading = useReading<ManagementFinds>("/management/search", { q: query, take: TAKE });
  return (
    <WhenLoaded reading={reading}>
      {(finds) => {
        const found = FOUND_KINDS.filter((kind) => finds[kind].length > 0);
        if (found.length > 0) {
          return found.map((kind) => <FoundList key={kind} kind={kind} finds={finds} />);
        }
        const next = "Check the spelling, or search for a part of the name.";
        return (
          <Panel>
            <EmptyState icon="search" title="No results" next={next} />
          </Panel>
        );
      }}
    </WhenLoaded>
  );
}

interface FoundListProps {
  readonly kind: keyof ManagementFinds;
  readonly finds: ManagementFinds;
}

function FoundList({ kind, finds }: FoundListProps) {
  const hits = listHitsOfKind(finds, kind);
  const more = hits.length === TAKE ? `The first ${TAKE}. Type more to see others.` : undefined;
  return (
    <Panel title={TITLES[kind]} description={more}>
      <ul className="sd-lines sd-found">
        {hits.map(({ id, label, about, to, icon = "search" }) => (
          <li key={id}>
            <Icon name={icon} />
            <div>
              <TextLink to={to}>{label}</TextLink>
              <Text size="sm" c="dimmed">
                {about}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
