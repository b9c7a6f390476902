/** A package as package-lock.json describes it. */
type LockedPackage = {
  version?: string
  license?: string
  link?: boolean
  hasInstallScript?: boolean
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
}
export type LockFile = { packages: Record<string, LockedPackage> }

export type Report = {
  packages: number
  /** Names by licence, the most frequent first. */
  licences: [licence: string, names: string[]][]
  /** Whether each package may run its install script; undefined if no one decided. */
  installScripts: [name: string, isAllowed: boolean | undefined][]
  /** Programs and libraries for one platform, as `name (os, cpu)`. */
  native: string[]
  /** Locked versions by the day they were locked, the oldest first. */
  ages: [name: string, day: string][]
  /** Open decisions; the audit fails until there are none. */
  problems: string[]
}

const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Other licences, by the packages we accept them for. NOTICE.md and the decisions say why. */
const accepted: readonly [packages: RegExp, licence: string][] = [
  // Separate libraries that we don't change and anyone can replace.
  [/^@img\/sharp-/, 'LGPL-3.0-or-later'],
  [/^libheif-js$/, 'LGPL-3.0'],
  // Tools of builds and tests that we don't change.
  [/^(lightningcss|lightningcss-.+|axe-core|@axe-core\/.+)$/, 'MPL-2.0'],
  [/^caniuse-lite$/, 'CC-BY-4.0'],
  [/^@fontsource(-variable)?\//, 'OFL-1.1'],
  [/^@fontsource\/ubuntu-mono$/, 'UFL-1.0'],
  // Its package says nothing, its repository MIT.
  [/^png-js$/, 'none'],
]

/**
 * @param allowScripts of package.json.
 * @param lockedOn the day a package's version was locked, by its key in the lock file.
 */
export function inspectLockFile(
  { packages }: LockFile,
  {
    allowScripts,
    lockedOn,
  }: { allowScripts: Record<string, boolean>; lockedOn: ReadonlyMap<string, string> },
): Report {
  const installed = Object.entries(packages)
    .filter(([key, { link }]) => key.includes('node_modules/') && !link)
    .map(([key, entry]) => ({ key, name: nameOf(key), licence: entry.license ?? 'none', ...entry }))
  const byLicence = Map.groupBy(installed, ({ licence }) => licence)
  const scripts = [...new Set(installed.filter((entry) => entry.hasInstallScript).map(({ name }) => name))]
  return {
    packages: installed.length,
    licences: [...byLicence]
      .map(([licence, of]): [string, string[]] => [
        licence,
        [...new Set(of.map(({ name }) => name))].toSorted(),
      ])
      .toSorted(([, a], [, b]) => b.length - a.length),
    installScripts: scripts.map((name) => [name, allowScripts[name]]),
    native: installed
      .filter(({ cpu }) => cpu)
      .map(({ name, os = [], cpu = [] }) => `${name} (${[...os, ...cpu].join(', ')})`),
    ages: installed
      .flatMap(({ key, name, version = '' }): [string, string][] => {
        const day = lockedOn.get(key)
        return day === undefined ? [] : [[`${name} ${version}`, day]]
      })
      .toSorted(([, a], [, b]) => a.localeCompare(b)),
    problems: [
      ...installed
        .filter(({ name, licence }) => !isAccepted(name, licence))
        .map(({ name, licence }) => `${name} has the licence ${licence}, which no one has accepted.`),
      ...scripts
        .filter((name) => allowScripts[name] === undefined)
        .map((name) => `${name} has an install script: decide in allowScripts of package.json.`),
      ...missingOptional(packages).map(
        (name) => `${name} isn't locked, so platforms that need it can't install it.`,
      ),
    ],
  }
}

/** `(MIT OR CC0-1.0)` needs one of them, `MIT AND Zlib` all. */
function isAccepted(name: string, expression: string): boolean {
  const isFine = (licence: string) =>
    permissive.has(licence) || accepted.some(([of, other]) => other === licence && of.test(name))
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((part) => part.split(' AND ').every(isFine))
}

/** npm forgets packages for other platforms when it writes a lock file beside installed packages. */
function missingOptional(packages: LockFile['packages']): string[] {
  return Object.entries(packages).flatMap(([key, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(packages, key, name)),
  )
}

/** Looks, as Node does, in the package's own folder and in all around it. */
function isLocked(packages: LockFile['packages'], key: string, name: string): boolean {
  if (`${key === '' ? '' : `${key}/`}node_modules/${name}` in packages) return true
  return key !== '' && isLocked(packages, key.slice(0, Math.max(0, key.lastIndexOf('/node_modules/'))), name)
}

/** `node_modules/a/node_modules/@b/c` is `@b/c`. */
function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** @param blame output of `git blame --line-porcelain package-lock.json`. @returns by key, when its version was locked. */
export function readBlame(blame: string): Map<string, string> {
  const days = new Map<string, string>()
  let day = ''
  let key = ''
  for (const line of blame.split('\n')) {
    const seconds = /^committer-time (\d+)$/.exec(line)?.[1]
    if (seconds) day = new Date(Number(seconds) * 1000).toISOString().slice(0, 10)
    const opened = /^\t {4}"(.*node_modules\/.+)": \{$/.exec(line)?.[1]
    if (opened) key = opened
    if (key && /^\t {6}"version": /.test(line)) days.set(key, day)
  }
  return days
}
