/** A screen whose record is not loaded yet: a skeleton, or a title with the error. */
import { ErrorPanel } from "./error-panel.tsx";
import { type Crumb, PageHeader, ScreenSkeleton } from "./panel.tsx";

interface LoadingScreenProps {
  /** The title until the record's own name is known: "Device". */
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  readonly error: Error | null;
  retry(): unknown;
}

export function LoadingScreen({ title, crumbs = [], error, retry }: LoadingScreenProps) {
  if (error === null) return <ScreenSkeleton />;
  return (
    <>
      <PageHeader title={title} crumbs={crumbs} />
      <ErrorPanel error={error} retry={retry} />
    </>
  );
}
