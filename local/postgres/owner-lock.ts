import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'

/** The process that runs the database, as it describes itself to others. */
export type Owner = Readonly<{ pid: number; url?: string }>
export type OwnerLock = { publish: (owner: Owner) => void; release: () => Promise<void> }

/** A busy owner may take seconds to reply; without its reply, others can't join. */
const MAX_REPLY_MS = 15_000

const SQLITE_BUSY = 5

/** The longest path of a Unix socket that works on every system. */
export const MAX_SOCKET_PATH = 103

/**
 * Locks a folder for this process. The lock is SQLite's on a file, which the system releases however the process ends, so
 * unlike a pid in a file it's never stale. Others ask its holder on a socket where the database is.
 * @returns the lock, or who holds it: a `pid` of 0 if it doesn't reply or is only starting.
 */
export async function acquireOwnerLock(folder: string): Promise<OwnerLock | { heldBy: Owner }> {
  const unlock = lockFile(join(folder, 'owner.lock'))
  const { path, removeShortcut } = await socketPath(folder)
  try {
    // A release that locks only by its socket may be running.
    const owner = await askOwner(path)
    if (!unlock || owner) {
      unlock?.()
      return { heldBy: owner ?? { pid: 0 } }
    }
    if (process.platform !== 'win32') await rm(path, { force: true })
    return await listen(path, { file: join(folder, 'owner'), unlock })
  } catch (error) {
    unlock?.()
    throw error
  } finally {
    await removeShortcut()
  }
}

/** @returns a function that unlocks it; undefined if another process has locked it. */
function lockFile(path: string): (() => void) | undefined {
  const file = new DatabaseSync(path)
  try {
    // With a journal in memory nothing is written, so a full disk doesn't matter.
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw error
  }
  return () => {
    if (file.isOpen) file.close()
  }
}

async function listen(
  path: string,
  { file, unlock }: { file: string; unlock: () => void },
): Promise<OwnerLock> {
  let self: Owner = { pid: process.pid }
  const server = createServer((socket) => socket.on('error', () => undefined).end(JSON.stringify(self)))
  const listening = once(server, 'listening')
  server.listen(path)
  await listening
  server.unref()
  const release = async () => {
    const closed = once(server, 'close')
    server.close()
    await closed
    if (process.platform !== 'win32') await rm(file, { force: true })
    unlock()
  }
  return { publish: (owner) => void (self = owner), release }
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
