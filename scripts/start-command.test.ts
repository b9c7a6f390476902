import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } }
const allocator = /GLIBC_TUNABLES=(\S+)/
const start = {
  flags: /node (.*) server\/start\.mjs/.exec(scripts.start)![1]!.split(' '),
  allocator: allocator.exec(scripts.start)![1],
}

test('the systemd unit and the image start Node as npm start does', () => {
  const unit = read('deploy/systemd/docketbox@.service')
  const container = read('deploy/container/Containerfile')
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(container)![1]!) as string[]
  expect({
    flags: /^ExecStart=\S+\/node (.*) server\/start\.mjs$/m.exec(unit)![1]!.split(' '),
    allocator: allocator.exec(unit)![1],
  }).toEqual(start)
  expect({ flags: command.slice(1, -1), allocator: allocator.exec(container)![1] }).toEqual(start)
})

test('the section on tuning names every setting of npm start', () => {
  const tuning = /^## Tuning$(.*?)^## /ms.exec(read('docs/operations.md'))![1]!
  for (const setting of [...start.flags, start.allocator!]) expect(tuning).toContain(setting)
})
