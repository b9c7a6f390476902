import { expect, test } from 'vitest'
import { openDataDir } from './data-dir.ts'

test('why a folder can’t be made is said, even though it then doesn’t exist', async () => {
  await expect(openDataDir('/sys/docketbox')).rejects.toThrow(/ \((?:EACCES|EPERM|EROFS)\)\.$/)
})
