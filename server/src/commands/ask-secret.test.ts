import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { CannotStart } from '#platform/config/cannot-start.ts'
import { askSecret } from './ask-secret.ts'

/** A terminal on which `keys` are pressed. */
const terminal = (keys: string) => {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  input.write(keys)
  return input
}

test('a secret is read from the terminal', async () => {
  expect(await askSecret('Password: ', terminal('kettle magpie\r'))).toBe('kettle magpie')
})

test('Ctrl+C at a hidden question ends the command with a sentence', async () => {
  await expect(askSecret('Password: ', terminal('kettle\u0003'))).rejects.toThrow(
    new CannotStart('Cancelled.'),
  )
})
