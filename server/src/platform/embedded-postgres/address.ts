import { chown, lstat, mkdir, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { freePort } from '#platform/http/free-port.ts'
import { DATABASE, USER } from './cluster.ts'
import { canReach, type Identity } from './identity.ts'
import type { Place } from './place.ts'

/** Where the server listens: its settings, and the same as an address for clients. */
export type Address = Readonly<{ url: string; settings: Record<string, string>; socketLock?: string }>

/** The longest path of a Unix socket that every system takes. */
const LONGEST_SOCKET_PATH = 103
const SOCKET = '.s.PGSQL.5432'

/** A Unix socket that only our user and root reach; where there is none, a free loopback port with a password. */
export async function chooseAddress(
  place: Place,
  { transport = 'socket' as 'socket' | 'tcp' } = {},
): Promise<Address> {
  const folder = transport === 'tcp' || process.platform === 'win32' ? undefined : await socketFolder(place)
  if (folder === undefined) return loopbackAddress(place)
  return {
    socketLock: join(folder, `${SOCKET}.lock`),
    url: `postgres://${USER}@localhost/${DATABASE}?host=${encodeURIComponent(folder)}`,
    settings: {
      listen_addresses: '',
      port: '5432',
      unix_socket_directories: quoted(folder),
      unix_socket_permissions: '0700',
    },
  }
}

async function loopbackAddress({ folder }: Place): Promise<Address> {
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim()
  const port = await freePort('127.0.0.1')
  return {
    url: `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`,
    settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
  }
}

/** The folder of the cluster, or a short one of our own when that path is too long for a socket. */
async function socketFolder({ folder, identity }: Place): Promise<string | undefined> {
  if (join(folder, SOCKET).length <= LONGEST_SOCKET_PATH) return folder
  for (const temporary of ['/tmp', tmpdir()]) {
    if (!(await canReach(identity, temporary))) continue
    const short = await privateFolder(temporary, folder, identity).catch(() => undefined)
    if (short !== undefined && join(short, SOCKET).length <= LONGEST_SOCKET_PATH) return short
  }
  return undefined
}

/** The same name on every start, so that none are left behind, unless somebody else took that name first. */
async function privateFolder(parent: string, of: string, identity: Identity | undefined): Promise<string> {
  const usual = join(parent, `docketbox-${createHash('sha256').update(of).digest('hex').slice(0, 12)}`)
  await mkdir(usual, { mode: 0o700 }).catch(() => undefined)
  const found = await lstat(usual)
  const isOurs = [process.getuid?.(), identity?.uid].includes(found.uid)
  const chosen =
    found.isDirectory() && isOurs && (found.mode & 0o077) === 0
      ? usual
      : await mkdtemp(join(parent, 'docketbox-'))
  if (identity) await chown(chosen, identity.uid, identity.gid)
  return chosen
}

/** Postgres reads this setting as a list, and a comma or a space in a path would end an item of it. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}
