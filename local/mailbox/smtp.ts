import { createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { listenOnLoopback } from '#http/listen.ts'
import type { Letters } from './mail-folder.ts'

const largestMail = 25 * 1024 * 1024

/** A mail server that accepts everything and forwards nothing. */
export async function startSmtp(mails: Letters, preferredPort: number | undefined) {
  const sockets = new Set<Socket>()
  let speaker: Promise<SMTPServer> | undefined

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // The sender reports broken connections.
    socket.on('error', () => undefined)
    // Loaded with the first mail: the library takes 20 MB of memory.
    speaker ??= smtpSpeaker(mails)
    speaker.then(
      (smtp) => smtp.connect(socket),
      (error: Error) => socket.destroy(error),
    )
  })
  const port = await listenOnLoopback(server, preferredPort)

  return {
    port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

async function smtpSpeaker(mails: Letters): Promise<SMTPServer> {
  const { SMTPServer } = await import('smtp-server')

  async function keep(stream: SMTPServerDataStream, { envelope }: SMTPServerSession) {
    const raw = await buffer(stream)
    if (stream.sizeExceeded) throw Object.assign(new Error('Message too large'), { responseCode: 552 })
    const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address
    const recipients = envelope.rcptTo.map(({ address }) => address)
    const { id } = await mails.receive({ sender, recipients }, raw)
    return `Saved as ${id}`
  }

  const smtp = new SMTPServer({
    name: 'localhost',
    banner: 'Local mailbox, nothing is delivered',
    // The library's own STARTTLS certificate has expired, so senders refuse it.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: largestMail,
    onData: callbackify(keep),
  })
  smtp.on('error', () => undefined)
  return smtp
}
