import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { CannotStart } from '#platform/config/cannot-start.ts'

/**
 * Listens briefly, to check that the port is free before anything else starts, or to find one for PORT=0: links and
 * webhooks need its number before the server listens.
 * @param requested 0 for any free port.
 * @throws CannotStart naming the variable that is wrong.
 */
export async function probePort(host: string, requested: number): Promise<number> {
  const probe = createServer().listen(requested, host)
  await once(probe, 'listening').catch(refuseToListen(host, requested))
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/**
 * Explains why listening failed, with the variable to change.
 * @param prefix of the two variables.
 */
export function refuseToListen(host: string, port: number, prefix = ''): (cause: unknown) => never {
  const [HOST, PORT] = [`${prefix}HOST`, `${prefix}PORT`]
  const sentences: Record<string, string> = {
    EADDRINUSE: `${PORT} ${port} is taken by another program: stop that, or set ${PORT} to another number.`,
    EACCES: `${PORT} ${port} needs root: set ${PORT} to 1024 or more.`,
    EADDRNOTAVAIL: `${HOST} ${host} is not an address of this machine.`,
    ENOTFOUND: `${HOST} ${host} is not an address of this machine.`,
  }
  return (cause) => {
    const sentence = sentences[String((cause as NodeJS.ErrnoException).code)]
    throw sentence === undefined ? cause : new CannotStart(sentence, { cause })
  }
}
