import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Lets the server close as soon as the last answer is out. Node ends what is idle once, when closing begins. That
 * leaves a connection whose answer comes a moment later, until its keep-alive is over, and one on which nothing was
 * asked yet (browsers open some ahead of need), until its time for headers is.
 */
export function closeWithTheLastAnswer(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  let isClosing = false
  app.server.on('connection', (socket) => {
    if (isClosing) return void socket.destroy()
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('onResponse', async () => {
    if (isClosing) app.server.closeIdleConnections()
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of unused) socket.destroy()
  })
}
