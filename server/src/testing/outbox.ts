import { setTimeout as wait } from 'node:timers/promises'
import type { Mailer, Message } from '#platform/mail/mailer.ts'

export type Outbox = ReturnType<typeof openOutbox>

/** Replaces the mail server and keeps what was sent. */
export function openOutbox() {
  const sent: Message[] = []
  const waiting = new Set<(message: Message) => void>()
  const failures = new Map<string, Error>()

  const mailer: Mailer = {
    async send(message) {
      const failure = failures.get(message.to)
      if (failure) throw failure
      sent.push(message)
      for (const check of waiting) check(message)
    },
    close: () => undefined,
  }

  return {
    mailer,
    /** Everything sent, oldest first. */
    sent,
    /** Makes every mail to an address fail. */
    failFor: (to: string, error: Error): void => void failures.set(to, error),
    /** Waits for the newest mail to an address; `past` skips that many older ones. */
    async waitFor(to: string, { subject = '', past = 0, timeoutMs = 30_000 } = {}): Promise<Message> {
      const matching = () => sent.filter((mail) => mail.to === to && mail.subject.includes(subject))
      const { promise, resolve } = Promise.withResolvers<void>()
      const check = () => {
        if (matching().length > past) resolve()
      }
      waiting.add(check)
      check()
      const stop = new AbortController()
      const late = wait(timeoutMs, undefined, { signal: stop.signal }).catch(() => undefined)
      await Promise.race([promise, late])
      stop.abort()
      waiting.delete(check)
      const newest = matching().at(-1)
      if (newest && matching().length > past) return newest
      const received = sent.map((mail) => `${mail.to}: ${mail.subject}`).join('; ')
      throw new Error(
        `No mail to ${to} (${subject || 'any subject'}) in ${timeoutMs} ms. There is: ${received || 'none'}`,
      )
    },
  }
}

/** The first address in a mail's text that starts with `prefix`. */
export function linkIn({ text }: Message, prefix = 'http'): string {
  const link = text.match(/https?:\/\/\S+/g)?.find((one) => one.startsWith(prefix))
  if (!link) throw new Error(`No address starting with ${prefix} in: ${text}`)
  return link
}
