import { createStore, delMany, entries, get, set, type UseStore } from 'idb-keyval'
import { MAX_OFFLINE_DAYS } from '@docketbox/contract/core/limits'
import { DAY_MS } from '@docketbox/contract/core/units'

type KeptFile = { owner: string; keptAt: number; file: File }

const MAX_AGE_MS = MAX_OFFLINE_DAYS * DAY_MS

let opened: UseStore | undefined
const store = () => (opened ??= createStore('docketbox', 'files'))

/** Keeps a user's file on this device, if that has room and the browser allows it. */
export async function keepFile(id: string, owner: string, file: File): Promise<void> {
  await attempt(() => set(id, { owner, keptAt: Date.now(), file } satisfies KeptFile, store()))
}

let hasAsked = false

/** Asks the browser not to delete what's kept when the device runs out of space. Once: Firefox asks the user. */
export async function protectKeptFiles(): Promise<void> {
  if (hasAsked || !('storage' in navigator)) return
  hasAsked = true
  await attempt(() => navigator.storage.persist())
}

/** A file that was kept on this device; undefined if it wasn't. */
export async function keptFile(id: string): Promise<File | undefined> {
  return (await attempt(() => get<KeptFile>(id, store())))?.file
}

/** All of a user's files on this device. */
export async function keptFilesOf(user: string): Promise<(KeptFile & { id: string })[]> {
  const all = await allEntries()
  return all.map(([id, kept]) => ({ id, ...kept })).filter(({ owner }) => owner === user)
}

export async function forgetFile(id: string): Promise<void> {
  await attempt(() => delMany([id], store()))
}

/** Removes what a user leaves behind who closes their account. */
export function forgetFilesOf(user: string): Promise<void> {
  return forgetFilesIf(({ owner }) => owner === user)
}

/** Removes what other users haven't come back for. This user's is about to be uploaded, however old it is. */
export function forgetOldFiles(user: string): Promise<void> {
  return forgetFilesIf(({ owner, keptAt }) => owner !== user && keptAt < Date.now() - MAX_AGE_MS)
}

async function forgetFilesIf(isOver: (file: KeptFile) => boolean): Promise<void> {
  const all = await allEntries()
  await attempt(() =>
    delMany(
      all.filter(([, file]) => isOver(file)).map(([id]) => id),
      store(),
    ),
  )
}

async function allEntries(): Promise<[string, KeptFile][]> {
  return (await attempt(() => entries<string, KeptFile>(store()))) ?? []
}

/**
 * Private windows and full devices refuse; then the page alone has the file. An iPhone loses its connection to the database
 * while the app isn't on screen, and only says so the next time.
 */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  for (let tries = 0; tries < 2; tries++) {
    try {
      return await work()
    } catch {
      opened = undefined
    }
  }
  return undefined
}
