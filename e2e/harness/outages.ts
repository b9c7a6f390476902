import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Outages = {
  url: string
  /** While it's down, connections break off. */
  isDown: boolean
  /** Answers requests for files with a page, like the Wi-Fi of a hotel. */
  hasLoginPage: boolean
  /** Serves the same release with another version. */
  release: { from: string; to: string } | undefined
  stop: () => Promise<void>
}

/** The product at an address of its own, which can be out of reach: also for a service worker, unlike Playwright's. */
export async function startOutages(productUrl: string): Promise<Outages> {
  const server = createServer((incoming, outgoing) => {
    if (outages.isDown) return void incoming.socket.destroy()
    if (outages.hasLoginPage && incoming.url!.startsWith('/assets/'))
      return void outgoing.setHeader('content-type', 'text/html').end('<p>Welcome to our Wi-Fi</p>')
    const { from = '', to = '' } = outages.release ?? {}
    const path = to === '' ? incoming.url! : incoming.url!.replace(to, from)
    const isPlain = to !== '' && !path.startsWith('/api/')
    const headers = { ...incoming.headers, ...(isPlain && { 'accept-encoding': 'identity' }) }
    const passed = request(new URL(path, productUrl), { method: incoming.method!, headers })
    passed.on('error', () => incoming.socket.destroy())
    passed.on('response', (response) => {
      // Another version's inline scripts have other hashes.
      const { 'content-security-policy': _, ...others } = response.headers
      outgoing.writeHead(response.statusCode!, isPlain ? others : response.headers)
      if (!isPlain) return void response.pipe(outgoing)
      // Both versions have the same length.
      void response.toArray().then((chunks: Buffer[]) => {
        const body = Buffer.concat(chunks).toString('latin1').replaceAll(from, to)
        outgoing.end(Buffer.from(body, 'latin1'))
      })
    })
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const outages: Outages = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isDown: false,
    hasLoginPage: false,
    release: undefined,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return outages
}
