import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import { CannotStart } from '#platform/config/cannot-start.ts'

/**
 * Asks for a secret on the terminal without showing it.
 * @throws CannotStart without a terminal, and on Ctrl+C.
 */
export async function askSecret(
  question: string,
  input: Readable & { isTTY?: boolean } = process.stdin,
): Promise<string> {
  if (!input.isTTY) throw new CannotStart('Set ADMIN_PASSWORD: there is no terminal to ask for it.')
  process.stdout.write(question)
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input, output: silence, terminal: true })
  try {
    return await reader.question('')
  } catch (cause) {
    throw new CannotStart('Cancelled.', { cause })
  } finally {
    reader.close()
    process.stdout.write('\n')
  }
}
