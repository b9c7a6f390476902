import { connect } from 'node:net'

export type Answer = { status: number; body: string }

/**
 * Posts JSON over one connection, a request after the other. Written and read by hand: whoever loads a machine from
 * within pays for its own work out of what it measures, and a general client costs half a millisecond a request.
 */
export function openPoster(url: string, path: string) {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1')
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`
  let asked: PromiseWithResolvers<Answer> | undefined
  let received = ''

  socket.on('data', (piece) => {
    received += String(piece)
    const bodyAt = received.indexOf('\r\n\r\n') + 4
    if (bodyAt < 4) return
    const sizeBytes = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, bodyAt))?.[1]
    if (sizeBytes === undefined) asked?.reject(new Error(`An answer without its length: ${received}`))
    if (received.length < bodyAt + Number(sizeBytes)) return
    const status = Number(received.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
    const body = Buffer.from(received.slice(bodyAt), 'latin1').toString()
    received = ''
    asked?.resolve({ status, body })
  })
  socket.on('error', (error) => asked?.reject(error))
  socket.on('close', () => asked?.reject(new Error('The server hung up.')))

  return {
    /** @param headers one line each, without their ends. */
    post(body: string, headers: readonly string[]): Promise<Answer> {
      asked = Promise.withResolvers<Answer>()
      const lines = headers.map((line) => `${line}\r\n`).join('')
      socket.write(`${head}${lines}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
      return asked.promise
    },
    close: () => void socket.destroy(),
  }
}
