import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** The only address stand-ins listen on. */
export const loopback = '127.0.0.1'

/** Listens on the preferred port if it's free; otherwise the system picks one. */
export async function atPreferredPort<T>(
  preferredPort: number | undefined,
  listen: (port: number) => Promise<T>,
): Promise<T> {
  try {
    return await listen(preferredPort ?? 0)
  } catch (error) {
    if (!preferredPort || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return listen(0)
  }
}

/** Starts a server on loopback and resolves with its port. */
export function listenOnLoopback(server: Server, preferredPort?: number): Promise<number> {
  return atPreferredPort(preferredPort, async (port) => {
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

/** Whether the Host header names this machine, which rules out DNS rebinding from other sites. */
export function isLocalHost(host: string | undefined): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host ?? '')
}
