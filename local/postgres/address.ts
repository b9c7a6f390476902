import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, loopback } from '#http/listen.ts'
import { DATABASE, USER } from './cluster.ts'
import type { ClusterLocation } from './location.ts'
import { MAX_SOCKET_PATH } from './owner-lock.ts'

/** Where the server listens: as settings of Postgres, and as a URL for clients. */
export type Address = Readonly<{ url: string; settings: Record<string, string>; socketLock?: string }>

const SOCKET = '.s.PGSQL.5432'

/** A Unix socket only our user and root can reach. Where that isn't possible, a loopback port with a password. */
export async function chooseAddress(
  { folder }: ClusterLocation,
  transport: 'socket' | 'tcp',
): Promise<Address> {
  const socket = join(folder, SOCKET)
  if (transport === 'tcp' || process.platform === 'win32' || socket.length > MAX_SOCKET_PATH)
    return loopbackAddress(folder)
  return {
    socketLock: `${socket}.lock`,
    url: `postgres://${USER}@localhost/${DATABASE}?host=${encodeURIComponent(folder)}`,
    settings: {
      listen_addresses: '',
      port: '5432',
      // Quoted, because Postgres reads a list here: a comma or space in the path would split it.
      unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
      unix_socket_permissions: '0700',
    },
  }
}

async function loopbackAddress(folder: string): Promise<Address> {
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim()
  const port = await freePort()
  return {
    url: `postgres://${USER}:${password}@${loopback}:${port}/${DATABASE}`,
    settings: { listen_addresses: loopback, port: String(port), unix_socket_directories: '' },
  }
}
