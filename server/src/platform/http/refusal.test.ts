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
  ['a disk that became read-only', 'EROFS'],
  ['a folder that belongs to someone else', 'EACCES'],
])('%s is an outage, and calls say when to retry', (_, code) => {
  const { spec, retryAfterSeconds } = toRefusal(Object.assign(new Error('It failed.'), { code }))
  expect([spec, retryAfterSeconds]).toEqual([commonRefusals.unavailable, 2])
})

test.each(['42P01', '22P02', '23505'])('the code %s is a mistake of ours', (code) => {
  expect(toRefusal(Object.assign(new Error('It failed.'), { code })).spec).toBe(commonRefusals.unexpected)
})

test.each([400, 401, 404, 413, 429, 503])(
  'the status %i of a service we called is a mistake of ours',
  (statusCode) => {
    const thrown = Object.assign(new Error('It refused.'), { code: 'resource_missing', statusCode })
    expect(toRefusal(thrown).spec).toBe(commonRefusals.unexpected)
  },
)

test.each([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 413, commonRefusals.tooLarge],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, commonRefusals.unsupportedType],
  ['FST_ERR_CTP_INVALID_JSON_BODY', 400, commonRefusals.malformed],
])('Fastify’s %s keeps its meaning', (code, statusCode, expected) => {
  expect(toRefusal(Object.assign(new Error('No.'), { code, statusCode })).spec).toBe(expected)
})
