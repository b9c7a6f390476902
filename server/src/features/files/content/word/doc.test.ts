import { compoundFile } from '@docketbox/testing/files/samples'
import { expect, test } from 'vitest'
import { inspect } from '../inspect.ts'

test('an old Word document of more parts than anyone would wait for is refused', async () => {
  const content = compoundFile()
  // The directory continues where it began.
  content.writeUInt32LE(1, 512 + 4)
  let reads = 0
  const at = async (offset: number, length: number) => {
    reads++
    return content.subarray(offset, offset + length)
  }
  const bytes = { size: content.length, at, from: (offset: number) => at(offset, 700) }
  await expect(inspect(bytes)).rejects.toMatchObject({ problem: 'damagedDocument' })
  expect(reads).toBeLessThan(2_000)
})
