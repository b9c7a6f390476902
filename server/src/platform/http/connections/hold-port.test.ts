import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { holdPort } from './hold-port.ts'

const host = '127.0.0.1'

test('no one else can take a held port until it is released', async () => {
  const held = await holdPort(host, 0)
  await expect(holdPort(host, held.port)).rejects.toThrow(`PORT ${held.port} is in use by another program`)
  await held.release()
  await held.release()
  const server = createServer().listen(held.port, host)
  await once(server, 'listening')
  server.close()
})

test('connections to a held port are cut off and don’t block its release', async () => {
  const held = await holdPort(host, 0)
  const early = connect(held.port, host)
  early.on('error', () => undefined)
  await once(early, 'close')
  await held.release()
  const again = await holdPort(host, held.port)
  await again.release()
  expect(again.port).toBe(held.port)
})
