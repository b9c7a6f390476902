import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { CannotStart } from '#platform/config/cannot-start.ts'

/**
 * Listens for a moment: to check that the port is free before anything else starts, or to find one for PORT=0, whose
 * number links and webhooks need before the server listens.
 * @param wished 0 for any free port.
 * @throws CannotStart naming the variable that is wrong.
 */
export async function probePort(host: string, wished: number): Promise<number> {
  const probe = createServer().listen(wished, host)
  await once(probe, 'listening').catch(refuseToListen(host, wished))
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** Says why one cannot listen there, in a sentence with the variable's name. */
export function refuseToListen(host: string, port: number): (cause: unknown) => never {
  const sentences: Record<string, string> = {
    EADDRINUSE: `PORT ${port} is taken by another program: stop that, or set PORT to another number.`,
    EACCES: `PORT ${port} is not for this user: set PORT to a number of 1024 or more.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${host} is not an address of this machine.`,
  }
  return (cause) => {
    const sentence = sentences[String((cause as NodeJS.ErrnoException).code)]
    throw sentence === undefined ? cause : new CannotStart(sentence, { cause })
  }
}
