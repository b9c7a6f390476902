import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** A port nobody listens on now: for PORT=0, whose number must be known before the server listens (links, webhooks). */
export async function freePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
