// Passwords hashed per second at the product's cost, without anything else.
import { onTask } from './task.ts'
import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

const hash = promisify(argon2)

onTask(async ({ seconds, atOnce }: { seconds: number; atOnce: number }) => {
  const end = performance.now() + seconds * 1000
  const began = performance.now()
  let hashes = 0
  const worker = async () => {
    while (performance.now() < end) {
      const message = randomBytes(16)
      await hash('argon2id', {
        message,
        nonce: message,
        parallelism: 1,
        tagLength: 32,
        memory: 19_456,
        passes: 2,
      })
      hashes++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { perSecond: hashes / ((performance.now() - began) / 1000) }
})
