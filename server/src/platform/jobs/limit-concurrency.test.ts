import { expect, test } from 'vitest'
import { inTurn } from './limit-concurrency.ts'

test('things are done so many at a time, in order, and one that fails gives its place on', async () => {
  const take = inTurn(2)
  const begun: number[] = []
  const ends: PromiseWithResolvers<void>[] = []
  const all = [0, 1, 2, 3].map((number) =>
    take(() => {
      begun.push(number)
      ends[number] = Promise.withResolvers()
      return ends[number].promise.then(() => number)
    }),
  )
  const settled = Promise.allSettled(all)
  expect(begun).toEqual([0, 1])
  ends[1]!.reject(new Error('no'))
  await expect(all[1]).rejects.toThrow('no')
  await expect.poll(() => begun).toEqual([0, 1, 2])
  ends[0]!.resolve()
  await expect.poll(() => begun).toEqual([0, 1, 2, 3])
  ends[2]!.resolve()
  ends[3]!.resolve()
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
})
