import { randomBytes } from 'node:crypto'
import {
  access,
  chmod,
  chown,
  constants,
  lchown,
  mkdir,
  readdir,
  readFile,
  realpath,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PostgresCannotStart } from './cannot-start.ts'
import { canReach, chooseUser, closedFolder, createSystemDir, type SystemUser } from './system-user.ts'

/** Where the cluster of a data directory lives, and the user it runs as. */
export type ClusterLocation = Readonly<{ folder: string; cluster: string; user: SystemUser | undefined }>

type Options = { dataDir: string; systemDir: string; log: (line: string) => void }

/**
 * Finds the cluster of a data directory: in `DATA_DIR/postgres`, unless we are root and the user Postgres runs as
 * can't get there. Then it's in a folder below `systemDir`, and `DATA_DIR/postgres.json` says which.
 */
export async function findLocation({ dataDir, systemDir, log }: Options): Promise<ClusterLocation> {
  // Other users may pass through, to folders that let them in, but can't list it.
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const home = await realpath(dataDir)
  const pointer = join(home, 'postgres.json')
  const outside = await readPointer(pointer)
  if (outside !== undefined) return findOutside(outside, home)

  const inside = join(home, 'postgres')
  const user = await chooseUser(join(inside, 'cluster'))
  if (await allowAccess(user, home)) return prepare(inside, user)
  if (await exists(join(inside, 'cluster'))) {
    const closed = await closedFolder(user, inside)
    throw new PostgresCannotStart(
      `The database in ${inside} belongs to the user ${user?.name}, who can't enter ${closed} any more: allow it with chmod o+x ${closed}, then start again.`,
    )
  }
  const folder = join(systemDir, randomBytes(8).toString('hex'))
  await createSystemDir(systemDir, user)
  const location = await prepare(folder, user)
  await writeFile(join(folder, 'data-dir'), home)
  await writeFile(pointer, JSON.stringify({ folder }))
  log(`Postgres runs as the user ${user?.name}, who can't enter ${home}, so the database is in ${folder}.`)
  return location
}

/** Whether a data directory has had a database, in it or elsewhere. Creates nothing. */
export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  return (await exists(join(dataDir, 'postgres'))) || exists(join(dataDir, 'postgres.json'))
}

/** Opens the data directory for passing through if that's enough; the folders above it aren't ours to change. */
async function allowAccess(user: SystemUser | undefined, home: string): Promise<boolean> {
  if (await canReach(user, home)) return true
  if (!(await canReach(user, dirname(home)))) return false
  await chmod(home, (await stat(home)).mode | 0o011)
  return canReach(user, home)
}

/** The cluster is outside the data directory: check that it's there and belongs to this data directory. */
async function findOutside(folder: string, home: string): Promise<ClusterLocation> {
  const mark = join(folder, 'data-dir')
  const owner = await readFile(mark, 'utf8').catch(() => undefined)
  const restart = `delete ${join(home, 'postgres.json')}`
  if (owner === undefined) {
    throw new PostgresCannotStart(
      `The database of ${home} should be in ${folder}, but isn't there: bring that folder back. To begin with an empty database instead, ${restart}.`,
    )
  }
  if (owner !== home) {
    if ((await readPointer(join(owner, 'postgres.json'))) === folder) {
      throw new PostgresCannotStart(
        `${home} is a copy of ${owner}, whose database is in ${folder}. Restore a backup of the database for the copy or, to begin with an empty one, ${restart}.`,
      )
    }
    await writeFile(mark, home)
  }
  return prepare(folder, await chooseUser(join(folder, 'cluster')))
}

async function prepare(folder: string, user: SystemUser | undefined): Promise<ClusterLocation> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (user) await giveTo(user, folder)
  else {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause: unknown) => {
      throw new PostgresCannotStart(
        `The database in ${folder} belongs to another user: start as that user or as root, or set DATA_DIR to another folder.`,
        { cause },
      )
    })
  }
  return { folder, cluster: join(folder, 'cluster'), user }
}

/** Gives the folder to the user; also a cluster that root restored from a backup and so belongs to root. */
async function giveTo({ uid, gid }: SystemUser, folder: string): Promise<void> {
  await chown(folder, uid, gid)
  const cluster = join(folder, 'cluster')
  const owner = await stat(cluster).catch(() => undefined)
  if (owner?.uid !== 0) return
  await chmod(cluster, 0o700)
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), uid, gid)
}

async function readPointer(file: string): Promise<string | undefined> {
  const content = await readFile(file, 'utf8').catch(() => undefined)
  return content === undefined ? undefined : (JSON.parse(content) as { folder: string }).folder
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
