import { expect, test } from 'vitest'
import { inBatches } from './batch.ts'

test('what is asked for together is one question, and what comes before its answer waits for the next', async () => {
  const questions: string[][] = []
  const isAsked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const ask = inBatches(async (keys: string[]) => {
    questions.push(keys)
    isAsked.resolve()
    await gate.promise
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()]))
  })
  const first = Promise.all([ask('a'), ask('b'), ask('a')])
  await isAsked.promise
  const second = Promise.all([ask('a'), ask('nobody')])
  gate.resolve()
  expect([await first, await second]).toEqual([
    ['A', 'B', 'A'],
    ['A', undefined],
  ])
  expect(questions).toEqual([
    ['a', 'b'],
    ['a', 'nobody'],
  ])
})

test('a question that fails fails whoever waits for it, and nobody after', async () => {
  let isBroken = true
  const ask = inBatches(async (keys: string[]) => {
    if (isBroken) throw new Error('no database')
    return new Map(keys.map((key) => [key, 1]))
  })
  await expect(ask('a')).rejects.toThrow('no database')
  isBroken = false
  expect(await ask('a')).toBe(1)
})
