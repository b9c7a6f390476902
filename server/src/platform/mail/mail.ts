import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { mailContent, renderHtml, renderText } from './layout.ts'
import { MailRefused } from './mailer.ts'
import { decrypt, encrypt } from '#platform/security/encryption.ts'

// Exactly one address: no list, no name, no line break.
const address = z.email().max(254)

const attachment = z.strictObject({
  name: z.string().regex(/^[\w.-]{1,100}$/),
  type: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/),
  base64: z.base64().max(400_000),
})

const mail = mailContent.extend({
  to: address,
  /** By default, replies go to the support address, because the sender’s may not be read. */
  replyTo: address.optional(),
  attachments: z.array(attachment).max(3).optional(),
})
/** A mail to one person. */
export type Mail = z.input<typeof mail>

/** What mail templates need. */
export type MailDeps = Pick<Deps, 'config' | 'publicUrl'>
export type Recipient = Readonly<{ email: string; firstName: string }>

const context = 'mail'

/**
 * Sends one mail. Every attempt has the same message id, so that a receiver can drop a second copy.
 */
export const sendMail = defineJob(
  'mail',
  z.strictObject({ sealed: z.base64() }),
  async ({ config, publicUrl, secrets, mailer, log }, { sealed }, { id }) => {
    const json = decrypt(secrets.encryptionKey, context, Buffer.from(sealed, 'base64')).toString()
    const { to, replyTo = config.SUPPORT_EMAIL, attachments = [], ...content } = mail.parse(JSON.parse(json))
    const head = { productName: config.PRODUCT_NAME, supportEmail: config.SUPPORT_EMAIL, publicUrl }
    try {
      await mailer.send({
        id,
        to,
        replyTo,
        subject: content.subject,
        text: renderText(content, head),
        html: renderHtml(content, head),
        attachments: attachments.map(({ name, type, base64 }) => ({
          name,
          type,
          bytes: Buffer.from(base64, 'base64'),
        })),
      })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      // A retry would be refused as well.
      log.error({ job: 'mail', id, err: error }, 'a mail was refused permanently')
    }
  },
  // Nearly three days in total: a password of the mail server that expires on a Friday is noticed on Monday.
  { retries: 78, retryDelaySeconds: 5, timeoutSeconds: 90, concurrency: 2, keepSeconds: 60 * 60 },
)

/** How slices send mail. */
export type MailQueue = Readonly<{
  /**
   * Queues a mail as part of the transaction `db`: it is sent if and only if that commits.
   * @throws ZodError when an address isn't exactly one address.
   */
  queue(db: Db, content: Mail): Promise<void>
}>

/** Queued mails are encrypted, because they may hold a link that logs someone in. */
export function createMailQueue({ jobs, secrets }: Pick<Deps, 'jobs' | 'secrets'>): MailQueue {
  return {
    queue(db, content) {
      const encrypted = encrypt(secrets.encryptionKey, context, JSON.stringify(mail.parse(content)))
      return jobs.enqueue(db, sendMail, { sealed: encrypted.toString('base64') })
    },
  }
}
