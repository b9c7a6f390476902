import { commonRefusals } from '@docketbox/contract'
import { expect, test } from 'vitest'
import { toRefusal } from './refusal.ts'

test.each([
  ['a pooler without a server', '08P01'],
  ['a broken connection', '08006'],
  ['a server that shuts down', '57P01'],
  ['a server with too many connections', '53300'],
  ['a former primary', '25006'],
  ['nothing that listens', 'ECONNREFUSED'],
])('%s is an outage, and calls say when to retry', (_, code) => {
  const { spec, retryAfterSeconds } = toRefusal(Object.assign(new Error('It failed.'), { code }))
  expect([spec, retryAfterSeconds]).toEqual([commonRefusals.unavailable, 2])
})

test.each(['42P01', '22P02', '23505'])('the code %s is a mistake of ours', (code) => {
  expect(toRefusal(Object.assign(new Error('It failed.'), { code })).spec).toBe(commonRefusals.unexpected)
})
