/** Defines an area of the console: its navigation entries, screens and searches. */
import type { ComponentType, ReactNode } from "react";
import type { Permission, PersonKind, Session } from "../src/interfaces/console/contract.ts";
import type { IconName } from "./parts/icons.tsx";

/** `needs` is the required permission. Users without it do not see the item. */
interface Guarded {
  readonly needs?: Permission;
}

type Load<Props = object> = () => Promise<ComponentType<Props>>;

export interface Screen extends Guarded {
  /** Path below /console, such as "/accounts/$accountId". */
  readonly path: string;
  readonly load: Load;
}

export interface NavigationEntry extends Guarded {
  readonly label: string;
  readonly icon: IconName;
  /**
   * A screen path (`$home` is the user's own organization), or any address here if `outside` is
   * set.
   */
  readonly to: string;
  /** Limits the entry to these kinds of users. If absent, everyone with the permission sees it. */
  readonly of?: readonly PersonKind[];
  readonly outside?: true;
  /** One line for the overview and the search. */
  readonly about: string;
}

export interface NavigationGroup {
  readonly title: string;
  readonly entries: readonly NavigationEntry[];
}

export interface Hit {
  readonly id: string;
  readonly label: string;
  readonly about?: string;
  readonly to: string;
  readonly icon?: IconName;
}

/** An additional source for the keyboard search. It is queried from two characters on. */
export interface Search extends Guarded {
  readonly title: string;
  find(query: string, session: Pick<Session, "timeZone">): Promise<readonly Hit[]>;
}

export interface Area {
  readonly groups: readonly NavigationGroup[];
  readonly screens: readonly Screen[];
  readonly searches?: readonly Search[];
  /** Small widgets in the header, such as the business clock of Test mode. */
  readonly chips?: readonly (Guarded & { readonly id: string; readonly load: Load })[];
  /** The home screen of these kinds of users. */
  readonly home?: {
    readonly label: string;
    readonly of: readonly PersonKind[];
    readonly load: Load<HomeProps>;
  };
}

/** A home screen gets all areas, because it may link to every page. */
export interface HomeProps {
  readonly areas: readonly Area[];
}

export type Children = { readonly children?: ReactNode };

export function isAllowed({ needs }: Guarded, { may }: Pick<Session, "may">): boolean {
  return needs === undefined || may.includes(needs);
}

/**
 * The navigation groups that a user may see. Entries without permission and empty groups are left
 * out.
 */
export function allowedGroups(areas: readonly Area[], session: Session): NavigationGroup[] {
  return areas
    .flatMap(({ groups }) => groups)
    .map(({ title, entries }) => ({
      title,
      entries: entries
        .filter((entry) => isShownTo(entry, session))
        .map((entry) => withHomeId(entry, session)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

function isShownTo(entry: NavigationEntry, session: Session): boolean {
  const { kind } = session.person;
  return isAllowed(entry, session) && (entry.of === undefined || entry.of.includes(kind));
}

function withHomeId(entry: NavigationEntry, { person: { home } }: Session): NavigationEntry {
  return { ...entry, to: entry.to.replace("$home", home?.id ?? "") };
}
