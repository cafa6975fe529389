/** The packages that a dependency installs, read from package-lock.json. Pure. */

export interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The lock file paths of a dependency and of everything it needs. */
export function installedBy(name: string, packages: Readonly<Record<string, Locked>>): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [placeOf(name, '', packages)];
  for (const place of open) {
    if (place === null || found.has(place)) continue;
    found.add(place);
    const { dependencies = {}, optionalDependencies = {} } = packages[place]!;
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      open.push(placeOf(needed, place, packages));
    }
  }
  return found;
}

/** Where Node finds a package from another one: beside it, or in a folder above. Null if it is not installed. */
function placeOf(name: string, from: string, packages: Readonly<Record<string, Locked>>): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (Object.hasOwn(packages, place)) return place;
    if (folder === '') return null;
  }
}
