import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

test('the list of attacks names tests that exist', () => {
  const rows = readFileSync(join(ROOT, 'docs/attacks.md'), 'utf8').matchAll(
    /\| (?:✓ )?`(\S+\.test\.tsx?)`: (.+) \|$/gm,
  )
  const tests = Array.from(rows, ([, file, title]) => ({ file: file!, title: title! }))
  expect(tests.length).toBeGreaterThan(30)
  const missing = tests.filter(
    ({ file, title }) => !readFileSync(join(ROOT, 'server/src', file), 'utf8').includes(title),
  )
  expect(missing).toEqual([])
})
