import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Envelope, idOf, type Letter, letterId, readLetter, sealed } from './letter.ts'

/** Older mail stays on disk. */
const shownAtMost = 500

export type MailFilter = Readonly<{
  to?: string | undefined
  subject?: string | RegExp | undefined
  /** Only mail that arrived after the one with this id. */
  after?: string | undefined
}>

export type Letters = Awaited<ReturnType<typeof openLetters>>

/** The mail in a folder, one file per message; the newest are also kept parsed in memory. */
export async function openLetters(folder: string) {
  await mkdir(folder, { recursive: true })
  const arrivals = new Set<(letter: Letter) => void>()
  const arrived: Letter[] = []
  let lastTime = 0
  let earlier: Promise<Letter[]> | undefined

  /** Mail of earlier runs is read on first use, so it doesn't slow down the start. */
  async function newestFirst(): Promise<Letter[]> {
    earlier ??= readFolder(folder, idOf(openedAt))
    return [...arrived.toReversed(), ...(await earlier)].slice(0, shownAtMost)
  }
  const openedAt = Date.now()

  async function receive(envelope: Envelope, raw: Buffer): Promise<Letter> {
    lastTime = Math.max(lastTime + 1, openedAt, Date.now())
    const id = idOf(lastTime)
    const eml = sealed(envelope, raw)
    const letter = await readLetter(id, eml)
    await writeFile(join(folder, `${id}.eml`), eml, { flag: 'wx' })
    arrived.push(letter)
    if (arrived.length > shownAtMost) arrived.shift()
    for (const tell of arrivals) tell(letter)
    return letter
  }

  async function find(filter: MailFilter): Promise<Letter | undefined> {
    const letters = (await newestFirst()).filter((letter) => matches(letter, filter))
    return filter.after === undefined ? letters[0] : letters.at(-1)
  }

  /** The newest mail that matches (with `after`: the next one), waiting up to the timeout. */
  async function waitFor(
    filter: MailFilter,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Letter | undefined> {
    const { promise: next, resolve } = Promise.withResolvers<Letter | undefined>()
    const tell = (letter: Letter) => {
      if (matches(letter, filter)) resolve(letter)
    }
    const giveUp = () => resolve(undefined)
    const timer = setTimeout(giveUp, timeoutMs)
    signal?.addEventListener('abort', giveUp)
    arrivals.add(tell)
    try {
      return (await find(filter)) ?? (await next)
    } finally {
      arrivals.delete(tell)
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
  }

  async function original(id: string): Promise<Buffer | undefined> {
    if (!letterId.test(id)) return undefined
    return readFile(join(folder, `${id}.eml`)).catch(() => undefined)
  }

  return { receive, newestFirst, waitFor, original }
}

function matches(letter: Letter, { to, subject, after }: MailFilter): boolean {
  if (after !== undefined && letter.id <= after) return false
  if (to !== undefined && !letter.recipients.some((one) => one.toLowerCase() === to.toLowerCase()))
    return false
  if (subject === undefined) return true
  return typeof subject === 'string' ? letter.subject.includes(subject) : subject.test(letter.subject)
}

async function readFolder(folder: string, before: string): Promise<Letter[]> {
  const ids = (await readdir(folder))
    .filter((name) => name.endsWith('.eml'))
    .map((name) => name.slice(0, -'.eml'.length))
    .filter((id) => letterId.test(id) && id < before)
    .toSorted()
    .toReversed()
    .slice(0, shownAtMost)
  const letters: Letter[] = []
  for (const id of ids) letters.push(await readLetter(id, await readFile(join(folder, `${id}.eml`))))
  return letters
}
