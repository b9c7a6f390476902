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
import { CannotStart } from '#platform/config/cannot-start.ts'
import { canReach, chooseIdentity, closedFolder, type Identity } from './identity.ts'
import { openSystemDir } from './system-dir.ts'

/** Where the cluster of a data directory lives, and as whom. */
export type Place = Readonly<{ folder: string; cluster: string; identity: Identity | undefined }>

type Asked = { dataDir: string; systemDir: string; log: (line: string) => void }

/**
 * Finds the place of a data directory's cluster: `DATA_DIR/postgres`, unless we are root and the user Postgres
 * runs as cannot get there. Then it is a folder of its own below `systemDir`, and `DATA_DIR/postgres.json` says which.
 */
export async function findPlace({ dataDir, systemDir, log }: Asked): Promise<Place> {
  // Others may pass through, to folders that let them in, but not look around.
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const home = await realpath(dataDir)
  const note = join(home, 'postgres.json')
  const noted = await readNote(note)
  if (noted !== undefined) return settleElsewhere(noted, home)

  const inside = join(home, 'postgres')
  const identity = await chooseIdentity(join(inside, 'cluster'))
  if (await letIn(identity, home)) return prepare(inside, identity)
  if (await exists(join(inside, 'cluster'))) {
    const closed = await closedFolder(identity, inside)
    throw new CannotStart(
      `The database in ${inside} belongs to the user ${identity?.name}, who cannot enter ${closed} any more: allow it with chmod o+x ${closed}, then start again.`,
    )
  }
  const folder = join(systemDir, randomBytes(8).toString('hex'))
  await openSystemDir(systemDir, identity)
  const place = await prepare(folder, identity)
  await writeFile(join(folder, 'data-dir'), home)
  await writeFile(note, JSON.stringify({ folder }))
  log(
    `The user ${identity?.name}, as whom Postgres runs, cannot enter ${home}: the database is in ${folder}.`,
  )
  return place
}

/** The data directory itself is ours to open for passing through; the folders above it are not. */
async function letIn(identity: Identity | undefined, home: string): Promise<boolean> {
  if (await canReach(identity, home)) return true
  if (!(await canReach(identity, dirname(home)))) return false
  await chmod(home, (await stat(home)).mode | 0o011)
  return canReach(identity, home)
}

/** The cluster lies outside the data directory: make sure that it is there and that it is this one's. */
async function settleElsewhere(folder: string, home: string): Promise<Place> {
  const mark = join(folder, 'data-dir')
  const owner = await readFile(mark, 'utf8').catch(() => undefined)
  if (owner === undefined) {
    throw new CannotStart(
      `The database of ${home} should be in ${folder}, but is not there: bring that folder back. Only to begin with an empty database, delete ${join(home, 'postgres.json')}.`,
    )
  }
  if (owner !== home) {
    if ((await readNote(join(owner, 'postgres.json'))) === folder) {
      throw new CannotStart(
        `${home} is a copy of ${owner}, and both name the database in ${folder}, which belongs to ${owner}. Restore a backup of the database for the copy, or, to begin with an empty one, delete ${join(home, 'postgres.json')}.`,
      )
    }
    await writeFile(mark, home)
  }
  return prepare(folder, await chooseIdentity(join(folder, 'cluster')))
}

async function prepare(folder: string, identity: Identity | undefined): Promise<Place> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (identity) await giveTo(identity, folder)
  else await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch(refuseForeign(folder))
  return { folder, cluster: join(folder, 'cluster'), identity }
}

/** A cluster that came back from a backup may belong to root, who restored it. */
async function giveTo({ uid, gid }: Identity, folder: string): Promise<void> {
  await chown(folder, uid, gid)
  const cluster = join(folder, 'cluster')
  const found = await stat(cluster).catch(() => undefined)
  if (found?.uid !== 0) return
  await chmod(cluster, 0o700)
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), uid, gid)
}

function refuseForeign(folder: string): (cause: unknown) => never {
  return (cause) => {
    throw new CannotStart(
      `The database in ${folder} belongs to another user: start as that user or as root, or set DATA_DIR to another folder.`,
      { cause },
    )
  }
}

async function readNote(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as { folder: string }).folder
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
