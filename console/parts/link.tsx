/** Mantine-styled links between screens. The router navigates without reloading the page. */
import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface Target {
  /** A path below /console with an optional query: "/transactions?state=declined". */
  readonly to: string;
  readonly children: ReactNode;
}

interface TextLinkProps extends Target, AnchorProps {
  /** For a form that would lose what was typed. */
  readonly target?: "_blank";
}

export function TextLink({ to, ...rest }: TextLinkProps) {
  return <Anchor {...rest} renderRoot={(props) => <Link {...linkTarget(to)} {...props} />} />;
}

export function ButtonLink({ to, ...rest }: Target & ButtonProps) {
  return <Button {...rest} renderRoot={(props) => <Link {...linkTarget(to)} {...props} />} />;
}

/** The router expects path and search separately. */
export function linkTarget(to: string) {
  const [path = "", search = ""] = to.split("?");
  return { to: path, search: Object.fromEntries(new URLSearchParams(search)) as never };
}
