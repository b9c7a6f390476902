import { expect, inject, test } from 'vitest'
import { databaseUrl } from './postgres.ts'
import { writeRowTypes } from './row-types.ts'

test('the row types in the code match the migrated database', async () => {
  const url = databaseUrl(inject('postgresUrl'), inject('templateDatabase'))
  await expect(writeRowTypes(url, { verify: true })).resolves.toBeUndefined()
})
