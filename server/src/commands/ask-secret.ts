import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CannotStart } from '#platform/config/cannot-start.ts'

/**
 * Asks for a secret on the terminal without showing it.
 * @throws CannotStart without a terminal.
 */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new CannotStart('Set ADMIN_PASSWORD: there is no terminal to ask for it.')
  process.stdout.write(question)
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: silence, terminal: true })
  const response = await reader.question('')
  reader.close()
  process.stdout.write('\n')
  return response
}
