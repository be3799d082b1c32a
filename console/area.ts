/** What an area of the console is: its entries in the navigation, its screens, its searches. */
import type { ComponentType, ReactNode } from "react";
import type { Permission, PersonKind, Session } from "../src/interfaces/console/contract.ts";
import type { IconName } from "./parts/icons.tsx";

/** `needs` is the permission without which a thing is not there at all. */
interface Guarded {
  readonly needs?: Permission;
}

type Load<Props = object> = () => Promise<ComponentType<Props>>;

export interface Screen extends Guarded {
  /** Below /console: "/accounts/$accountId". */
  readonly path: string;
  readonly load: Load;
}

export interface NavigationEntry extends Guarded {
  readonly label: string;
  readonly icon: IconName;
  /** A screen's path (`$home`: whom the person works for), or with `outside` any address here. */
  readonly to: string;
  /** Only for these people; absent: for everybody who may. */
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

/** One more source for the keyboard search: asked with two characters or more. */
export interface Search extends Guarded {
  readonly title: string;
  find(query: string): Promise<readonly Hit[]>;
}

export interface Area {
  readonly groups: readonly NavigationGroup[];
  readonly screens: readonly Screen[];
  readonly searches?: readonly Search[];
  /** Small things for the header, such as the clock of certification. */
  readonly chips?: readonly (Guarded & { readonly id: string; readonly load: Load })[];
  /** The first screen of these people. */
  readonly home?: { readonly of: readonly PersonKind[]; readonly load: Load };
}

export type Children = { readonly children?: ReactNode };

export function isAllowed({ needs }: Guarded, { may }: Pick<Session, "may">): boolean {
  return needs === undefined || may.includes(needs);
}

/** The groups as one person sees them: what they may not do is absent, and so is an empty group. */
export function allowedGroups(areas: readonly Area[], session: Session): NavigationGroup[] {
  return areas
    .flatMap(({ groups }) => groups)
    .map(({ title, entries }) => ({
      title,
      entries: entries
        .filter((entry) => isFor(entry, session))
        .map((entry) => ledHome(entry, session)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

function isFor(entry: NavigationEntry, session: Session): boolean {
  const { kind } = session.person;
  return isAllowed(entry, session) && (entry.of === undefined || entry.of.includes(kind));
}

function ledHome(entry: NavigationEntry, { person: { home } }: Session): NavigationEntry {
  return { ...entry, to: entry.to.replace("$home", home?.id ?? "") };
}
