import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { commonRefusals } from '@docketbox/contract'
import { Refusal } from '#platform/http/refusal.ts'

/** Looks for malware in files. */
export type Scanner = Readonly<{
  /**
   * @returns the name of what was found in a file; undefined when it's clean.
   * @throws Refusal when the scanner can't tell, or the file can't be read.
   */
  scan(content: AsyncIterable<Buffer>): Promise<string | undefined>
  /** Rejects when the scanner doesn't respond. */
  ready(): Promise<void>
}>

const IDLE_MS = 20_000
const RETRY_AFTER_SECONDS = 30

/**
 * Speaks with clamd.
 * @param url `tcp://host:3310`, or `unix:/run/clamav/clamd.ctl`.
 */
export function createScanner(url: string, { idleMs = IDLE_MS } = {}): Scanner {
  const { protocol, hostname, port, pathname } = new URL(url)
  const place =
    protocol === 'unix:' ? { path: decodeURIComponent(pathname) } : { host: hostname, port: Number(port) }

  /** Sends a command and perhaps a file. @returns the one line of the response. */
  async function ask(command: string, content?: AsyncIterable<Buffer>): Promise<string> {
    const socket = connect(place)
    socket.setTimeout(idleMs, () => socket.destroy(new Error('The scanner doesn’t respond.')))
    try {
      const response = text(socket)
      // It's awaited last; a failure before that is the same one.
      response.catch(() => undefined)
      await send(socket, Buffer.from(`z${command}\0`))
      if (content) await sendFile(socket, content)
      return (await response).replace(/\0$/, '')
    } finally {
      socket.destroy()
    }
  }

  return {
    async scan(content) {
      const reply = await ask('INSTREAM', content).catch(unavailable)
      const [, found] = /^stream: (.+) FOUND$/.exec(reply) ?? []
      if (found === undefined && reply !== 'stream: OK')
        return unavailable(new Error(`The scanner said: ${reply}`))
      return found
    },
    async ready() {
      const reply = await ask('PING')
      if (reply !== 'PONG') throw new Error(`The scanner said: ${reply}`)
    },
  }
}

/** In chunks that begin with their length; an empty one is the end. */
async function sendFile(socket: Socket, content: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of content) {
    await send(socket, Buffer.concat([lengthOf(chunk.length), chunk]))
  }
  await send(socket, lengthOf(0))
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

async function send(socket: Socket, bytes: Buffer): Promise<void> {
  if (socket.destroyed) throw new Error('The scanner closed the connection.')
  if (!socket.write(bytes)) await once(socket, 'drain')
}

function unavailable(cause: unknown): never {
  const refusal = new Refusal(commonRefusals.unavailable, {
    message: 'We can’t scan files for malware right now, so nothing was saved. Please try again in a moment.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
  throw Object.assign(refusal, { cause })
}
