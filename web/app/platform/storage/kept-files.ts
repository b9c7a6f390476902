import { createStore, delMany, entries, get, set, type UseStore } from 'idb-keyval'
import { MAX_OFFLINE_DAYS } from '@docketbox/contract/core/limits'
import { DAY_MS } from '@docketbox/contract/core/units'

type Kept = { owner: string; keptAt: number; file?: File; upload?: unknown }

const MAX_AGE_MS = MAX_OFFLINE_DAYS * DAY_MS

let opened: UseStore | undefined
const store = () => (opened ??= createStore('docketbox', 'files'))

/** Keeps a user's file on this device. @returns whether that has room and the browser allows it. */
export function keepFile(id: string, owner: string, file: File): Promise<boolean> {
  return keep(id, { owner, file })
}

/** Keeps what's to be done with a user's files. Unlike local storage, that survives the browser being killed. */
export async function keepUpload(id: string, owner: string, upload: unknown): Promise<void> {
  await keep(id, { owner, upload })
}

async function keep(id: string, kept: Omit<Kept, 'keptAt'>): Promise<boolean> {
  const isKept = await attempt(async () => {
    await set(id, { ...kept, keptAt: Date.now() } satisfies Kept, store())
    return true
  })
  return isKept ?? false
}

let hasAsked = false

/** Asks the browser not to delete what's kept when the device runs out of space. Once: Firefox asks the user. */
export async function protectKeptFiles(): Promise<void> {
  if (hasAsked || !('storage' in navigator)) return
  hasAsked = true
  await attempt(() => navigator.storage.persist())
}

/** A file that was kept on this device; undefined if it wasn't. */
export async function readKeptFile(id: string): Promise<File | undefined> {
  return (await kept(id))?.file
}

/** An upload that was kept on this device; undefined if it wasn't. */
export async function readKeptUpload(id: string): Promise<unknown> {
  return (await kept(id))?.upload
}

function kept(id: string): Promise<Kept | undefined> {
  return attempt(() => get<Kept>(id, store()))
}

/** All of what's kept for a user. */
export async function listKept(user: string): Promise<(Kept & { id: string })[]> {
  const all = await allEntries()
  return all.map(([id, kept]) => ({ id, ...kept })).filter(({ owner }) => owner === user)
}

export async function forgetKept(id: string): Promise<void> {
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

async function forgetFilesIf(isOver: (file: Kept) => boolean): Promise<void> {
  const all = await allEntries()
  await attempt(() =>
    delMany(
      all.filter(([, file]) => isOver(file)).map(([id]) => id),
      store(),
    ),
  )
}

async function allEntries(): Promise<[string, Kept][]> {
  return (await attempt(() => entries<string, Kept>(store()))) ?? []
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
