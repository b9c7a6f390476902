import { spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CannotStart } from '#platform/config/cannot-start.ts'

/** The user Postgres runs as; undefined: the one we are. Postgres refuses to run as root. */
export type Identity = Readonly<{ uid: number; gid: number; name: string }>

const candidates = ['postgres', '_postgres', 'nobody']

/**
 * Chooses the user Postgres runs as.
 * @param cluster an existing cluster keeps the owner it has.
 */
export async function chooseIdentity(cluster: string): Promise<Identity | undefined> {
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
  throw new CannotStart(
    'Postgres does not run as root, and there is neither a user "postgres" nor "nobody" to run it as: start as another user, or set DATABASE_URL.',
  )
}

function parseUsers(passwd: string): Identity[] {
  return passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }))
}

/** Options that make a child process run as `identity`. */
export function asIdentity(identity: Identity | undefined): { uid?: number; gid?: number } {
  return identity ? { uid: identity.uid, gid: identity.gid } : {}
}

/** Whether `identity` can enter the folder or run the program, asked of the system itself. */
export async function canReach(identity: Identity | undefined, path: string): Promise<boolean> {
  if (!identity) return true
  const { promise, resolve } = Promise.withResolvers<boolean>()
  spawn('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...asIdentity(identity), cwd: '/', stdio: 'ignore' })
    .on('error', () => resolve(false))
    .on('exit', (code) => resolve(code === 0))
  return promise
}

/** The outermost folder on the way to `path` that keeps `identity` out. */
export async function closedFolder(identity: Identity | undefined, path: string): Promise<string> {
  const parent = dirname(path)
  if (parent === path || (await canReach(identity, parent))) return path
  return closedFolder(identity, parent)
}
