import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

test('what is asked while an answer is on its way waits for the next question, and is asked once', async () => {
  const questions: string[][] = []
  const gate = Promise.withResolvers<void>()
  const ask = inBatches(async (keys: string[]) => {
    questions.push(keys)
    await gate.promise
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()]))
  })
  const answers = Promise.all([ask('a'), ask('b'), ask('a'), ask('b'), ask('nobody')])
  gate.resolve()
  expect(await answers).toEqual(['A', 'B', 'A', 'B', undefined])
  expect(questions).toEqual([['a'], ['b', 'a', 'nobody']])
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
