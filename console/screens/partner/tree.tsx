/** The tree of sub-partners and clients. Each level is loaded when it is opened. */
import { Loader, Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import type {
  Branch,
  ClientRow,
  ManagementFinds,
  PartnerView,
} from "../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../api.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { Filters, SearchFilter } from "../../parts/filters.tsx";
import { formatCount } from "../../parts/formats.ts";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink, TextLink } from "../../parts/link.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { useMay, useSession } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { ActiveBadge } from "./pieces/texts.tsx";

export function Tree() {
  const { person } = useSession();
  const [{ q }] = useUrlState({ q: "" });
  const mayChange = useMay("management.change");
  const mayMake = useMay("management.partners");
  const own = person.home?.id ?? "";
  return (
    <>
      <PageHeader
        title="Partners and clients"
        description="Your partner with its sub-partners and their clients."
        actions={
          mayChange && (
            <>
              {mayMake && (
                <ButtonLink to={`/management/partners/new?parent=${own}`} variant="default">
                  Add sub-partner
                </ButtonLink>
              )}
              <ButtonLink to={`/management/clients/new?partner=${own}`}>Add client</ButtonLink>
            </>
          )
        }
      />
      <Filters names={["q"]}>
        <SearchFilter name="q" label="Search" placeholder="Name, reference or merchant ID" />
      </Filters>
      <Panel>{q.trim().length >= 2 ? <Found text={q.trim()} /> : <Top id={own} />}</Panel>
    </>
  );
}

function Top({ id }: { readonly id: string }) {
  const { data, error, refetch } = useReading<PartnerView>(`/management/partners/${id}`);
  if (data === undefined && error !== null) return <ErrorPanel error={error} retry={refetch} />;
  if (data === undefined) return <Loader size="sm" />;
  const { name, reference, isActive, counts } = data;
  const top: Branch = { id, name, reference, isActive, ...counts };
  return (
    <ul className="sd-tree">
      <PartnerNode branch={top} isOpen />
    </ul>
  );
}

function PartnerNode({ branch, isOpen = false }: { readonly branch: Branch; isOpen?: boolean }) {
  const [opened, setOpened] = useState(isOpen);
  const { id, name, isActive, subPartners, clients, devices } = branch;
  const isLeaf = subPartners === 0 && clients === 0;
  return (
    <li>
      <div className="sd-tree-line">
        {isLeaf ? (
          <span className="sd-tree-toggle" />
        ) : (
          <UnstyledButton
            className="sd-tree-toggle"
            aria-expanded={opened}
            aria-label={`${opened ? "Collapse" : "Expand"} ${name}`}
            onClick={() => setOpened(!opened)}
          >
            <Icon name={opened ? "down" : "right"} size={16} />
          </UnstyledButton>
        )}
        <Icon name="partners" />
        <TextLink to={`/management/partners/${id}`} fw={600}>
          {name}
        </TextLink>
        {!isActive && <ActiveBadge isActive={false} />}
        <Text size="sm" c="dimmed" ml="auto" className="sd-tree-counts">
          {countWithNoun(clients, "client")} · {countWithNoun(devices, "device")}
        </Text>
      </div>
      {opened && !isLeaf && <Below id={id} />}
    </li>
  );
}

function Below({ id }: { readonly id: string }) {
  const partners = useReading<NumberedPage<Branch>>(`/management/partners/${id}/below`, {
    take: 100,
  });
  const clients = useReading<NumberedPage<ClientRow>>("/management/clients", {
    partner: id,
    direct: "yes",
  });
  const error = partners.error ?? clients.error;
  if (partners.data === undefined || clients.data === undefined) {
    const retry = () => Promise.all([partners.refetch(), clients.refetch()]);
    if (error !== null) return <ErrorPanel error={error} retry={retry} />;
    return <Loader size="sm" m="sm" />;
  }
  const more = clients.data.total - clients.data.items.length;
  return (
    <ul>
      {partners.data.items.map((branch) => (
        <PartnerNode key={branch.id} branch={branch} />
      ))}
      {clients.data.items.map((client) => (
        <ClientNode key={client.id} client={client} />
      ))}
      {more > 0 && (
        <li className="sd-tree-line">
          <TextLink to={`/management/clients?partner=${id}`} size="sm">
            {formatCount(more)} more clients
          </TextLink>
        </li>
      )}
    </ul>
  );
}

function ClientNode({ client: { id, name, isActive, mid } }: { readonly client: ClientRow }) {
  return (
    <li>
      <div className="sd-tree-line">
        <span className="sd-tree-toggle" />
        <Icon name="account" />
        <TextLink to={`/management/clients/${id}`}>{name}</TextLink>
        {!isActive && <ActiveBadge isActive={false} />}
        {mid !== null && (
          <Text size="sm" c="dimmed" ml="auto" className="sd-tree-counts">
            {mid}
          </Text>
        )}
      </div>
    </li>
  );
}

function Found({ text }: { readonly text: string }) {
  const { data, error, refetch } = useReading<ManagementFinds>("/management/search", { q: text });
  if (data === undefined && error !== null) return <ErrorPanel error={error} retry={refetch} />;
  if (data === undefined) return <Loader size="sm" />;
  if (data.partners.length + data.clients.length === 0) {
    return (
      <EmptyState
        title="No matches"
        next="Search for another part of the name, a partner's reference or a client's merchant ID."
      />
    );
  }
  return (
    <ul className="sd-tree">
      {data.partners.map(({ id, name, parent }) => (
        <li key={id} className="sd-tree-line">
          <Icon name="partners" />
          <TextLink to={`/management/partners/${id}`} fw={600}>
            {name}
          </TextLink>
          <Text size="sm" c="dimmed" ml="auto">
            {parent === null ? "Your partner" : `Sub-partner of ${parent.name}`}
          </Text>
        </li>
      ))}
      {data.clients.map(({ id, name, directPartner }) => (
        <li key={id} className="sd-tree-line">
          <Icon name="account" />
          <TextLink to={`/management/clients/${id}`}>{name}</TextLink>
          <Text size="sm" c="dimmed" ml="auto">
            Client of {directPartner.name}
          </Text>
        </li>
      ))}
    </ul>
  );
}

function countWithNoun(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
