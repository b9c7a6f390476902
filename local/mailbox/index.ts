import { join } from 'node:path'
import { loopback } from '#http/listen.ts'
import { refuseProduction } from '#http/refuse-production.ts'
import type { ReceivedMail } from './received-mail.ts'
import { openMailFolder, type MailFilter } from './mail-folder.ts'
import { startSmtp } from './smtp.ts'
import { startWeb } from './web.ts'

export type { ReceivedMail }
export type Mailbox = Awaited<ReturnType<typeof startMailbox>>

type Settings = Readonly<{
  /** Every mail is saved here as `mail/<time>.eml`, and the next start reads it again. */
  dataDir: string
  /** Used if it's free; otherwise, and by default, any free port. */
  smtpPort?: number | undefined
  httpPort?: number | undefined
}>

/** Starts a mail server on loopback that saves every mail, and a page to read them. */
export async function startMailbox({ dataDir, smtpPort, httpPort }: Settings) {
  refuseProduction('The mailbox')
  const mails = await openMailFolder(join(dataDir, 'mail'))
  const [smtp, web] = await Promise.all([startSmtp(mails, smtpPort), startWeb(mails, httpPort)])

  return {
    smtpUrl: `smtp://${loopback}:${smtp.port}`,
    webUrl: web.url,
    /** All mail, newest first. */
    messages: (): Promise<ReceivedMail[]> => mails.newestFirst(),
    /** Waits for the newest mail to an address (with `after`: the next one after it). */
    async waitFor(
      to: string,
      filter: Omit<MailFilter, 'to'> & { timeoutMs?: number } = {},
    ): Promise<ReceivedMail> {
      const { timeoutMs = 10_000, ...rest } = filter
      const mail = await mails.waitFor({ ...rest, to }, timeoutMs)
      if (mail) return mail
      const received = (await mails.newestFirst()).map(
        (one) => `${one.recipients.join(', ')}: ${one.subject}`,
      )
      throw new Error(
        `No mail to ${to} (${String(filter.subject ?? 'any subject')}) in ${timeoutMs} ms. There is: ${received.join('; ') || 'none'}`,
      )
    },
    stop: async (): Promise<void> => {
      await Promise.all([smtp.stop(), web.stop()])
    },
  }
}
