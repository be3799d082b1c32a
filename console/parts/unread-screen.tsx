/** A screen before its thing was read: a skeleton, or its name above what went wrong. */
import { ErrorPanel } from "./error-panel.tsx";
import { type Crumb, PageHeader, ScreenSkeleton } from "./panel.tsx";

interface UnreadScreenProps {
  /** What is looked for, as long as its own name is not known: "Device". */
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  readonly error: Error | null;
  retry(): unknown;
}

export function UnreadScreen({ title, crumbs = [], error, retry }: UnreadScreenProps) {
  if (error === null) return <ScreenSkeleton />;
  return (
    <>
      <PageHeader title={title} crumbs={crumbs} />
      <ErrorPanel error={error} retry={retry} />
    </>
  );
}
