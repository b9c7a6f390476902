import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const DECISIONS = join(import.meta.dirname, '../docs/decisions')

test('the list of decisions has each of them, in order and with its title', () => {
  const decisions = globSync('[0-9]*.md', { cwd: DECISIONS }).toSorted()
  const titles = decisions.map((file) => /^# (.*)/.exec(read(file))![1])
  const listed = read('README.md').matchAll(/^- \[(\d+)\]\(([^)]*)\) (.*?)(?: \(superseded by .*\))?$/gm)
  expect([...listed].map(([, number, file, title]) => [file, `${number} ${title}`])).toEqual(
    decisions.map((file, n) => [file, titles[n]]),
  )
})

function read(file: string): string {
  return readFileSync(join(DECISIONS, file), 'utf8')
}
