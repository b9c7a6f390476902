import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Envelope, idOf, type ReceivedMail, mailId, readMail, sealed } from './received-mail.ts'

/** Older mail stays on disk. */
const shownAtMost = 500

export type MailFilter = Readonly<{
  to?: string | undefined
  subject?: string | RegExp | undefined
  /** Only mail that arrived after the one with this id. */
  after?: string | undefined
}>

export type Letters = Awaited<ReturnType<typeof openMailFolder>>

/** The mail in a folder, one file per message; the newest are also kept parsed in memory. */
export async function openMailFolder(folder: string) {
  await mkdir(folder, { recursive: true })
  const arrivals = new Set<(mail: ReceivedMail) => void>()
  const arrived: ReceivedMail[] = []
  let lastTime = 0
  let earlier: Promise<ReceivedMail[]> | undefined

  /** Mail of earlier runs is read on first use, so it doesn't slow down the start. */
  async function newestFirst(): Promise<ReceivedMail[]> {
    earlier ??= readFolder(folder, idOf(openedAt))
    return [...arrived.toReversed(), ...(await earlier)].slice(0, shownAtMost)
  }
  const openedAt = Date.now()

  async function receive(envelope: Envelope, raw: Buffer): Promise<ReceivedMail> {
    lastTime = Math.max(lastTime + 1, openedAt, Date.now())
    const id = idOf(lastTime)
    const eml = sealed(envelope, raw)
    const mail = await readMail(id, eml)
    await writeFile(join(folder, `${id}.eml`), eml, { flag: 'wx' })
    arrived.push(mail)
    if (arrived.length > shownAtMost) arrived.shift()
    for (const tell of arrivals) tell(mail)
    return mail
  }

  async function find(filter: MailFilter): Promise<ReceivedMail | undefined> {
    const mails = (await newestFirst()).filter((mail) => matches(mail, filter))
    return filter.after === undefined ? mails[0] : mails.at(-1)
  }

  /** The newest mail that matches (with `after`: the next one), waiting up to the timeout. */
  async function waitFor(
    filter: MailFilter,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<ReceivedMail | undefined> {
    const { promise: next, resolve } = Promise.withResolvers<ReceivedMail | undefined>()
    const tell = (mail: ReceivedMail) => {
      if (matches(mail, filter)) resolve(mail)
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
    if (!mailId.test(id)) return undefined
    return readFile(join(folder, `${id}.eml`)).catch(() => undefined)
  }

  return { receive, newestFirst, waitFor, original }
}

function matches(mail: ReceivedMail, { to, subject, after }: MailFilter): boolean {
  if (after !== undefined && mail.id <= after) return false
  if (to !== undefined && !mail.recipients.some((one) => one.toLowerCase() === to.toLowerCase())) return false
  if (subject === undefined) return true
  return typeof subject === 'string' ? mail.subject.includes(subject) : subject.test(mail.subject)
}

async function readFolder(folder: string, before: string): Promise<ReceivedMail[]> {
  const ids = (await readdir(folder))
    .filter((name) => name.endsWith('.eml'))
    .map((name) => name.slice(0, -'.eml'.length))
    .filter((id) => mailId.test(id) && id < before)
    .toSorted()
    .toReversed()
    .slice(0, shownAtMost)
  const mails: ReceivedMail[] = []
  for (const id of ids) mails.push(await readMail(id, await readFile(join(folder, `${id}.eml`))))
  return mails
}
