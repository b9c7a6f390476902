import { spawn } from 'node:child_process'
import { chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PostgresCannotStart } from './cannot-start.ts'

/** The user Postgres runs as when we are root, which Postgres refuses to be. */
export type SystemUser = Readonly<{ uid: number; gid: number; name: string }>

const candidates = ['postgres', '_postgres', 'nobody']

/**
 * Chooses the user Postgres runs as: the owner of an existing cluster, or an unprivileged system user.
 * @returns undefined when we aren't root, so Postgres runs as us.
 */
export async function chooseUser(cluster: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const users = parseUsers(await readFile('/etc/passwd', 'utf8').catch(() => ''))
  const owner = await stat(cluster).catch(() => undefined)
  if (owner && owner.uid !== 0) {
    const name = users.find(({ uid }) => uid === owner.uid)?.name ?? String(owner.uid)
    return { uid: owner.uid, gid: owner.gid, name }
  }
  for (const candidate of candidates) {
    const user = users.find(({ name, uid }) => name === candidate && uid > 0)
    if (user) return user
  }
  throw new PostgresCannotStart(
    'Postgres refuses to run as root, and there is no user called "postgres" or "nobody" to run it as: start as another user, or set DATABASE_URL.',
  )
}

function parseUsers(passwd: string): SystemUser[] {
  return passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }))
}

/**
 * Options to spawn a process as `user`, or as us. Our own environment stays out of it: PGDATA, PGOPTIONS or a locale
 * would change what Postgres does.
 */
export function spawnOptions(user: SystemUser | undefined) {
  return { cwd: '/', env: { LC_ALL: 'C' }, ...(user && { uid: user.uid, gid: user.gid }) }
}

/** Whether `user` can enter the folder or run the program. The system itself gives the verdict. */
export async function canReach(user: SystemUser | undefined, path: string): Promise<boolean> {
  if (!user) return true
  const { promise, resolve } = Promise.withResolvers<boolean>()
  spawn('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...spawnOptions(user), stdio: 'ignore' })
    .on('error', () => resolve(false))
    .on('exit', (code) => resolve(code === 0))
  return promise
}

/** The outermost folder on the way to `path` that `user` can't enter. */
export async function closedFolder(user: SystemUser | undefined, path: string): Promise<string> {
  const parent = dirname(path)
  if (parent === path || (await canReach(user, parent))) return path
  return closedFolder(user, parent)
}

/** Creates the folder for what can't stay in the checkout or the data directory; every user may pass through it. */
export async function createSystemDir(systemDir: string, user: SystemUser | undefined): Promise<void> {
  try {
    await mkdir(systemDir, { recursive: true })
    await chmod(systemDir, 0o755)
  } catch (cause) {
    throw new PostgresCannotStart(
      `Postgres runs as the user ${user?.name}, who can't reach this folder, and we can't create ${systemDir}: set DATA_DIR to a folder that user can reach, or set DATABASE_URL.`,
      { cause },
    )
  }
}
