import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '#testing/database/create-database.ts'
import { writeRowTypes } from './row-types.ts'

test('the row types in the code match the migrated database', async () => {
  // Not the template: while someone is connected to it, no other test file can copy it.
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  await expect(writeRowTypes(url, { verify: true })).resolves.toBeUndefined()
})
