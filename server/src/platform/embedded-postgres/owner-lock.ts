import { createHash } from 'node:crypto'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Who runs the database, told to anybody who asks and may enter the folder. */
export type Owner = Readonly<{ pid: number; url?: string }>
export type OwnerLock = { tell: (owner: Owner) => void; release: () => Promise<void> }

/** The longest path of a Unix socket that every system takes. */
const LONGEST_SOCKET_PATH = 103

/**
 * Takes possession of a folder for this process, until it ends in whatever way: the lock is a listening socket,
 * which the system closes with the process, so unlike a pid in a file it is never stale or mistaken.
 * @returns the lock, or who holds it.
 */
export async function takeOwnership(folder: string): Promise<OwnerLock | { heldBy: Owner }> {
  const { path, forget } = await socketPath(folder)
  try {
    const heldBy = await ask(path)
    if (heldBy) return { heldBy }
    if (process.platform !== 'win32') await rm(path, { force: true })
    return await hold(path, join(folder, 'owner'))
  } finally {
    await forget()
  }
}

async function hold(path: string, file: string): Promise<OwnerLock | { heldBy: Owner }> {
  let told: Owner = { pid: process.pid }
  const server = createServer((socket) => socket.on('error', () => undefined).end(JSON.stringify(told)))
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  server.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
  )
  server.listen(path, () => resolve(true))
  if (!(await promise)) return { heldBy: (await ask(path)) ?? { pid: 0 } }
  server.unref()
  return { tell: (owner) => void (told = owner), release: () => release(server, file) }
}

async function release(server: Server, file: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  await promise
  if (process.platform !== 'win32') await rm(file, { force: true })
}

/** Undefined when nobody listens. An owner too busy to answer is still the owner. */
async function ask(path: string): Promise<Owner | undefined> {
  const socket = connect(path)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  if (!(await promise)) return undefined
  socket.setTimeout(2_000, () => socket.destroy())
  const answer = await text(socket).catch(() => '')
  return answer === '' ? { pid: 0 } : (JSON.parse(answer) as Owner)
}

async function socketPath(folder: string): Promise<{ path: string; forget: () => Promise<void> }> {
  const nothing = async () => undefined
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(folder).digest('hex').slice(0, 32)
    return { path: `\\\\.\\pipe\\docketbox-${name}`, forget: nothing }
  }
  const path = join(folder, 'owner')
  if (path.length <= LONGEST_SOCKET_PATH) return { path, forget: nothing }
  const shortcut = await mkdtemp(join(tmpdir(), 'docketbox-'))
  await symlink(folder, join(shortcut, 'f'))
  return {
    path: join(shortcut, 'f/owner'),
    forget: () => rm(shortcut, { recursive: true, force: true }),
  }
}
