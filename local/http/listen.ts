import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** The one address stand-ins listen on. */
export const loopback = '127.0.0.1'

/** Listens on the wished port when it is free; otherwise, and without a wish, the system picks one. */
export async function atWishedPort<T>(
  wishedPort: number | undefined,
  listen: (port: number) => Promise<T>,
): Promise<T> {
  try {
    return await listen(wishedPort ?? 0)
  } catch (error) {
    if (!wishedPort || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return listen(0)
  }
}

/** Starts a server on loopback and resolves with its port. */
export function listenOnLoopback(server: Server, wishedPort?: number): Promise<number> {
  return atWishedPort(wishedPort, async (port) => {
    const listening = once(server, 'listening')
    server.listen({ host: loopback, port })
    await listening
    return (server.address() as AddressInfo).port
  })
}

/** A loopback port that is free now, for a server whose port must be known before it starts. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenOnLoopback(server)
  server.close()
  await once(server, 'close')
  return port
}

/**
 * Whether a request names this machine. A web page elsewhere that points its own host name at
 * 127.0.0.1 (DNS rebinding) does not.
 */
export function isLocalHost(host: string | undefined): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host ?? '')
}
