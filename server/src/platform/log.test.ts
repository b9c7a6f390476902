import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('an error of the database is logged without its connection and without what it quotes of a row', () => {
  const lines = new PassThrough()
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ann@example.com) already exists.',
    client: { password: 'hunter2' },
  })
  createLog('warn', lines).warn({ err: error }, 'that did not work')
  const line = String(lines.read())
  expect(JSON.parse(line)).toMatchObject({
    msg: 'that did not work',
    err: { message: 'duplicate key', code: '23505' },
  })
  expect(line).not.toContain('ann@example.com')
  expect(line).not.toContain('hunter2')
})
