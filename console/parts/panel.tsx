/** The surfaces of a screen: its head, panels, figures, pairs of name and value, skeletons. */
import { Box, Breadcrumbs, Group, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import { TextLink } from "./link.tsx";

export interface Crumb {
  readonly label: string;
  readonly to: string;
}

interface PageHeaderProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** Buttons for what is done most on this screen. */
  readonly actions?: ReactNode;
  /** The screens above this one. */
  readonly crumbs?: readonly Crumb[];
  /** Beside the title: a state, mostly. */
  readonly badge?: ReactNode;
}

export function PageHeader({ title, description, actions, crumbs = [], badge }: PageHeaderProps) {
  useDocumentTitle(`${title} · Sixdoors`);
  return (
    <Box component="header" mb="lg">
      {crumbs.length > 0 && (
        <Breadcrumbs component="nav" aria-label="Above this page" mb={6} separatorMargin={6}>
          {crumbs.map((crumb) => (
            <Up key={crumb.to} {...crumb} />
          ))}
        </Breadcrumbs>
      )}
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box maw="46rem">
          <Group gap="sm">
            <Title order={1}>{title}</Title>
            {badge}
          </Group>
          {description !== undefined && (
            <Text c="dimmed" mt={4}>
              {description}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
    </Box>
  );
}

interface PanelProps {
  readonly title?: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** For tables, which have their own padding. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

export function Panel({ title, description, actions, flush = false, children }: PanelProps) {
  const hasHead = title !== undefined || actions !== undefined;
  return (
    <Paper component="section" className="sd-panel" {...(title && { "aria-label": title })}>
      {hasHead && (
        <Group justify="space-between" px="lg" pt="md" pb={flush ? "sm" : 0} gap="sm">
          <Box>
            {title !== undefined && <Title order={2}>{title}</Title>}
            {description !== undefined && (
              <Text c="dimmed" size="sm" mt={2}>
                {description}
              </Text>
            )}
          </Box>
          {actions}
        </Group>
      )}
      <Box p={flush ? 0 : "lg"} pt={hasHead && !flush ? "md" : undefined}>
        {children}
      </Box>
    </Paper>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly loading?: boolean;
}

/** One number that matters. Several of them go into `<SimpleGrid>`. */
export function Figure({ label, value, note, loading = false }: FigureProps) {
  return (
    <Paper className="sd-panel" p="lg">
      <Text size="sm" c="dimmed" fw={550}>
        {label}
      </Text>
      {loading ? <Skeleton h={30} w="60%" my={4} /> : <div className="sd-figure">{value}</div>}
      {note !== undefined && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </Paper>
  );
}

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** What is known of one thing: names on the left, values on the right. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="sd-facts">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? "—"}</dd>
        </div>
      ))}
    </dl>
  );
}

export function ScreenSkeleton() {
  return (
    <Stack gap="md" aria-hidden="true">
      <Skeleton h={28} w="14rem" />
      <Skeleton h={16} w="24rem" maw="100%" mb="md" />
      <Skeleton h={220} />
    </Stack>
  );
}

function Up({ label, to }: Crumb) {
  return (
    <TextLink to={to} size="sm" c="dimmed">
      {label}
    </TextLink>
  );
}
