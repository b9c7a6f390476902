import type { Environment } from '#platform/config/environment.ts'

/** A mail ready to send to one recipient. */
export type Message = Readonly<{
  /** The same in every attempt, so that a receiver can drop a second copy. */
  id: string
  to: string
  replyTo: string
  subject: string
  text: string
  html: string
  attachments?: readonly Readonly<{ name: string; type: string; bytes: Buffer }>[]
}>

export type Mailer = Readonly<{ send(message: Message): Promise<void>; close: () => void }>

/** The mail couldn't be sent for a reason that may pass. Doesn't name the recipient. */
export class MailDelayed extends Error {
  override name = 'MailDelayed'
}

/** The recipient's address is malformed or doesn't exist. Doesn't name the recipient. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

type Settings = Pick<Environment, 'PRODUCT_NAME' | 'MAIL_FROM'> & { readonly SMTP_URL: string }

/** Sends through an SMTP server, which must offer TLS unless it is on this machine or the address says `?ignoreTLS=true`. */
export function createMailer({ SMTP_URL, PRODUCT_NAME, MAIL_FROM }: Settings): Mailer {
  const { hostname } = new URL(SMTP_URL)
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport(
      {
        url: SMTP_URL,
        pool: true,
        maxConnections: 2,
        requireTLS: !isThisMachine(hostname) && !/[?&]ignoreTLS=true\b/.test(SMTP_URL),
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 30_000,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      // An address as a string is parsed as a list with headers: only objects are safe.
      { from: { name: PRODUCT_NAME, address: MAIL_FROM } },
    )
  }
  let transport: ReturnType<typeof connect> | undefined

  return {
    async send({ id, to, replyTo, subject, text, html, attachments = [] }) {
      // Loaded with the first mail, to save memory.
      transport ??= connect()
      const open = await transport
      try {
        await open.sendMail({
          to: { name: '', address: to },
          replyTo: { name: '', address: replyTo },
          subject,
          text,
          html,
          attachments: attachments.map(({ name, type, bytes }) => ({
            filename: name,
            contentType: type,
            content: bytes,
          })),
          messageId: `<${id}@${MAIL_FROM.split('@')[1]}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw withoutPersonalDetail(error as SmtpError)
      }
    },
    close: () => void transport?.then((open) => open.close()),
  }
}

type SmtpError = Error & {
  code?: string
  /** What the network or TLS said, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
  originalCode?: string
  response?: string
  responseCode?: number
  command?: string
}

/** Statuses that say the recipient's address doesn't exist. All others may be about our sender, account or network. */
const BAD_ADDRESS = /^5\.1\.(?:1|2|3|6|10)$/

/** Servers quote addresses in their replies, so only log the codes. */
function withoutPersonalDetail({
  code = 'unknown',
  originalCode = code,
  response,
  responseCode,
  command = 'connection',
}: SmtpError) {
  const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '') ?? []
  const isMalformed = code === 'EENVELOPE' && responseCode === undefined
  const isBadAddress = command === 'RCPT TO' && (responseCode === 501 || BAD_ADDRESS.test(status ?? ''))
  const reply = [responseCode ?? 'nothing', status].filter(Boolean).join(' ')
  const message = `The mail server answered ${reply} (${originalCode}, ${command}).`
  return isMalformed || isBadAddress ? new MailRefused(message) : new MailDelayed(message)
}

function isThisMachine(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
