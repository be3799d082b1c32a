/** Finds circles of imports: files that import themselves through other files. */
import path from "node:path";

/** Static imports, imports of types, exports from another file, and imports at run time. */
const IMPORT = /(?:\bfrom |\bimport |\bimport\()"(\.[^"]+)"/g;

interface Source {
  readonly file: string;
  readonly text: string;
}

/** Returns each circle as the list of its files: "a.ts -> b.ts -> a.ts". */
export function findImportCircles(sources: readonly Source[]): string[] {
  const imports = new Map(sources.map((source) => [source.file, importedFiles(source)]));
  const circles: string[] = [];
  const finished = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) circles.push([...trail.slice(start), file].join(" -> "));
    if (start >= 0 || finished.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...trail, file]);
    finished.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}

function importedFiles({ file, text }: Source): readonly string[] {
  const targets = [...text.matchAll(IMPORT)].map(([, target = ""]) => target);
  return [...new Set(targets.map((target) => path.join(path.dirname(file), target)))];
}
