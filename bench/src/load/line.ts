import { Agent, request } from 'node:http'

export type Asked = { method: string; path: string; headers: Record<string, string>; body?: Buffer | string }
export type Answered = {
  status: number
  /** Empty if the bytes were only counted. */
  body: Buffer
  sizeBytes: number
  firstByteMs: number
  totalMs: number
}

/** A minimal keep-alive client, so the load costs the server little CPU. */
export function openLine(url: string, connections: number) {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    ask({ method, path, headers, body }: Asked, bytes: 'keep' | 'count' = 'keep'): Promise<Answered> {
      const began = performance.now()
      const { promise, resolve, reject } = Promise.withResolvers<Answered>()
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const options = { hostname, port, agent, method, path, headers: { ...headers, ...length } }
      const outgoing = request(options, (response) => {
        const pieces: Buffer[] = []
        let firstByteMs = 0
        let sizeBytes = 0
        response.on('data', (piece: Buffer) => {
          firstByteMs ||= performance.now() - began
          sizeBytes += piece.length
          if (bytes === 'keep') pieces.push(piece)
        })
        response.on('error', reject)
        response.on('end', () => {
          const totalMs = performance.now() - began
          const status = response.statusCode ?? 0
          resolve({ status, body: Buffer.concat(pieces), sizeBytes, firstByteMs, totalMs })
        })
      })
      outgoing.on('error', reject)
      outgoing.end(body)
      return promise
    },
    close: () => agent.destroy(),
  }
}
