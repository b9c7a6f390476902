import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { listenOnLoopback } from '#local/listen'
import type { Letters } from './letters.ts'

const largestMail = 25 * 1024 * 1024

/** A mail server that takes everything and passes nothing on. */
export async function startSmtp(letters: Letters, wishedPort: number | undefined) {
  async function keep(stream: SMTPServerDataStream, { envelope }: SMTPServerSession) {
    const raw = await buffer(stream)
    if (stream.sizeExceeded) throw Object.assign(new Error('Message too large'), { responseCode: 552 })
    const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address
    const { id } = await letters.receive(
      { sender, recipients: envelope.rcptTo.map(({ address }) => address) },
      raw,
    )
    return `Kept as ${id}`
  }

  const smtp = new SMTPServer({
    name: 'localhost',
    banner: 'Local mailbox, nothing is delivered',
    // The library offers STARTTLS with a certificate of its own that has expired, which senders refuse.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: largestMail,
    closeTimeout: 500,
    onData: callbackify(keep),
  })
  // Broken connections are the sender's to report.
  smtp.on('error', () => undefined)
  const port = await listenOnLoopback(smtp.server, wishedPort)
  return { port, stop: () => new Promise<void>((resolve) => smtp.close(resolve)) }
}
