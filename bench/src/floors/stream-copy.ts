// A minimal file server: one stream from disk to socket.
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

const path = process.argv[2]!
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-length': statSync(path).size })
  pipeline(createReadStream(path), response, () => undefined)
})
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
)
