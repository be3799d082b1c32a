/** The home screen of users without their own one: a greeting and links to every page. */
import { SimpleGrid, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { allowedGroups, type HomeProps, type NavigationEntry } from "../area.ts";
import { Icon } from "../parts/icons.tsx";
import { linkTarget } from "../parts/link.tsx";
import { PageHeader } from "../parts/panel.tsx";
import { useSession } from "../session.tsx";

export function Overview({ areas }: HomeProps) {
  const session = useSession();
  const { person } = session;
  const home = person.home === undefined ? "" : ` at ${person.home.name}`;
  return (
    <>
      <PageHeader
        title={`Hello, ${person.name}`}
        description={`You are signed in as ${person.role}${home}.`}
      />
      {allowedGroups(areas, session).map(({ title, entries }) => (
        <section key={title} className="sd-section" aria-label={title}>
          <Title order={2} mb="sm">
            {title}
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
            {entries.map((entry) => (
              <AreaCard key={entry.to} entry={entry} />
            ))}
          </SimpleGrid>
        </section>
      ))}
    </>
  );
}

function AreaCard({
  entry: { label, about, icon, to, outside },
}: {
  readonly entry: NavigationEntry;
}) {
  const inside = (
    <>
      <span className="sd-area-card-icon">
        <Icon name={icon} />
      </span>
      <span>
        <Text component="span" fw={600} display="block">
          {label}
        </Text>
        <Text component="span" size="sm" c="dimmed" display="block">
          {about}
        </Text>
      </span>
    </>
  );
  if (outside) {
    return (
      <a className="sd-panel sd-area-card" href={to} target="_blank" rel="noreferrer">
        {inside}
      </a>
    );
  }
  return (
    <Link className="sd-panel sd-area-card" {...linkTarget(to)}>
      {inside}
    </Link>
  );
}
