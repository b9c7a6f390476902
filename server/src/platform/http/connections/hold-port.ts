import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { CannotStart } from '#platform/config/cannot-start.ts'

/** A port that is ours until the server listens on it. */
export type HeldPort = {
  port: number
  /** Frees it; does nothing the second time. */
  release: () => Promise<void>
}

/**
 * Takes the port before anything else starts, because links and webhooks need its number, and a port that can't be used
 * is refused early. Holding it keeps other programs from taking it. Connections that come too early are cut off.
 * @param requested 0 for any free port.
 * @throws CannotStart naming the variable that is wrong.
 */
export async function holdPort(host: string, requested: number): Promise<HeldPort> {
  const holder = createServer((socket) => void socket.destroy()).listen(requested, host)
  await once(holder, 'listening').catch(refuseToListen(host, requested))
  const { port } = holder.address() as AddressInfo
  return { port, release: () => holder[Symbol.asyncDispose]() }
}

/**
 * Explains why listening failed, with the variable to change.
 * @param prefix of the two variables.
 */
export function refuseToListen(host: string, port: number, prefix = ''): (cause: unknown) => never {
  const [HOST, PORT] = [`${prefix}HOST`, `${prefix}PORT`]
  const sentences: Record<string, string> = {
    EADDRINUSE: `${PORT} ${port} is in use by another program: stop it, or set ${PORT} to another number.`,
    EACCES: `${PORT} ${port} needs root: set ${PORT} to 1024 or more.`,
    EADDRNOTAVAIL: `${HOST} ${host} isn’t an address of this machine.`,
    ENOTFOUND: `${HOST} ${host} isn’t an address of this machine.`,
  }
  return (cause) => {
    const sentence = sentences[String((cause as NodeJS.ErrnoException).code)]
    throw sentence === undefined ? cause : new CannotStart(sentence, { cause })
  }
}
