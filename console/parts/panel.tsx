/** The building blocks of a screen: page header, panels, figures, details and skeletons. */
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
  /** Buttons for the main actions of the screen. */
  readonly actions?: ReactNode;
  /** The parent screens, for the breadcrumb. */
  readonly crumbs?: readonly Crumb[];
  /** Shown beside the title, usually a status. */
  readonly badge?: ReactNode;
}

export function PageHeader({ title, description, actions, crumbs = [], badge }: PageHeaderProps) {
  useDocumentTitle(`${title} · Sixdoors`);
  return (
    <Box component="header" mb="lg">
      {crumbs.length > 0 && (
        <Breadcrumbs component="nav" aria-label="Breadcrumb" mb={6} separatorMargin={6}>
          {crumbs.map((crumb) => (
            <Breadcrumb key={crumb.to} {...crumb} />
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

/** One key figure. Put several of them into `<SimpleGrid>`. */
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

/** Details of one record: names on the left, values on the right. */
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

function Breadcrumb({ label, to }: Crumb) {
  return (
    <TextLink to={to} size="sm" c="dimmed">
      {label}
    </TextLink>
  );
}
