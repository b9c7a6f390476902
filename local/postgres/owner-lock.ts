import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** The process that runs the database, as it describes itself to others. */
export type Owner = Readonly<{ pid: number; url?: string }>
export type OwnerLock = { publish: (owner: Owner) => void; release: () => Promise<void> }

/** A busy owner may take seconds to reply; without its reply, others can't join. */
const MAX_REPLY_MS = 15_000

/** The longest path of a Unix socket that works on every system. */
export const MAX_SOCKET_PATH = 103

/**
 * Locks a folder for this process. The lock is a listening socket, which the system closes however the process
 * ends, so unlike a pid in a file it's never stale.
 * @returns the lock, or who holds it.
 */
export async function acquireOwnerLock(folder: string): Promise<OwnerLock | { heldBy: Owner }> {
  const { path, removeShortcut } = await socketPath(folder)
  try {
    const owner = await askOwner(path)
    if (owner) return { heldBy: owner }
    if (process.platform !== 'win32') await rm(path, { force: true })
    return await listen(path, join(folder, 'owner'))
  } finally {
    await removeShortcut()
  }
}

async function listen(path: string, file: string): Promise<OwnerLock | { heldBy: Owner }> {
  let self: Owner = { pid: process.pid }
  const server = createServer((socket) => socket.on('error', () => undefined).end(JSON.stringify(self)))
  try {
    const listening = once(server, 'listening')
    server.listen(path)
    await listening
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return { heldBy: (await askOwner(path)) ?? { pid: 0 } }
  }
  server.unref()
  return { publish: (owner) => void (self = owner), release: () => release(server, file) }
}

async function release(server: Server, file: string): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  await closed
  if (process.platform !== 'win32') await rm(file, { force: true })
}

/** Undefined if no process is listening. An owner too busy to reply is still the owner. */
async function askOwner(path: string): Promise<Owner | undefined> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
  } catch {
    return undefined
  }
  socket.setTimeout(MAX_REPLY_MS, () => socket.destroy())
  const reply = await text(socket).catch(() => '')
  return reply === '' ? { pid: 0 } : (JSON.parse(reply) as Owner)
}

/** Where the lock listens; for a folder whose path is too long, through a temporary symlink. */
async function socketPath(folder: string): Promise<{ path: string; removeShortcut: () => Promise<void> }> {
  const removeShortcut = async () => undefined
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(folder).digest('hex').slice(0, 32)
    return { path: `\\\\.\\pipe\\docketbox-${name}`, removeShortcut }
  }
  const path = join(folder, 'owner')
  if (path.length <= MAX_SOCKET_PATH) return { path, removeShortcut }
  const shortcut = await mkdtemp(join(tmpdir(), 'docketbox-'))
  await symlink(folder, join(shortcut, 'f'))
  return {
    path: join(shortcut, 'f/owner'),
    removeShortcut: () => rm(shortcut, { recursive: true, force: true }),
  }
}
