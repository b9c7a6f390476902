import { DAY_MS } from '@docketbox/contract/core/units'
import { expect, test, vi } from 'vitest'
import { standInForIndexedDb } from '#testing/indexed-db.ts'
import { forgetOldFiles, keepFile, readKeptFile } from './kept-files.ts'

const photo = new File(['photo'], 'photo.jpg', { type: 'image/jpeg' })

test('photos that couldn’t be uploaded wait for weeks for their user, but not on a device that others use now', async () => {
  standInForIndexedDb()
  await keepFile('p1', 'u1', photo)
  vi.setSystemTime(Date.now() + 40 * DAY_MS)
  await forgetOldFiles('u1')
  expect((await readKeptFile('p1'))?.name).toBe(photo.name)
  await keepFile('p2', 'u2', photo)
  await forgetOldFiles('u2')
  expect(await readKeptFile('p1')).toBeUndefined()
  expect(await readKeptFile('p2')).toBeDefined()
})

test('a photo is kept although an iPhone lost the connection to its database', async () => {
  const database = standInForIndexedDb()
  await keepFile('p1', 'u1', photo)
  vi.spyOn(database, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
  })
  await keepFile('p2', 'u1', photo)
  expect(await readKeptFile('p2')).toBeDefined()
})

test('in a private window that has no database, nothing is kept', async () => {
  await keepFile('p1', 'u1', photo)
  expect(await readKeptFile('p1')).toBeUndefined()
})
