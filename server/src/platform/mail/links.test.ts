import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const SERVER = new URL('../..', import.meta.url)

// The web's route table is tested against `paths`, so a link made from one can't lead to a 404.
test('mails and other links name their screen with `paths`, never with a typed path', async () => {
  const typed: string[] = []
  let mails = 0
  for await (const file of glob('**/*.ts', { cwd: SERVER, exclude: ['**/*.test.ts', 'testing/**'] })) {
    const source = await readFile(new URL(file, SERVER), 'utf8')
    if (file.endsWith('mails.ts')) mails += 1
    for (const [link] of source.matchAll(/publicUrl(\}|\s*\+\s*['"`])\/.*/g)) typed.push(`${file}: ${link}`)
  }
  expect(mails).toBeGreaterThan(10)
  expect(typed).toEqual([])
})
