import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

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

test('systemd never gives up on a start that fails, such as before the database is back', () => {
  const [, section] = /^\[Unit\]$(.*?)^\[/ms.exec(read('deploy/systemd/docketbox@.service'))!
  expect(section).toMatch(/^StartLimitIntervalSec=0$/m)
})

test('the section on tuning names every setting of npm start', () => {
  const tuning = /^## Tuning$(.*?)^## /ms.exec(read('docs/operations.md'))![1]!
  for (const setting of [...start.flags, start.allocator!]) expect(tuning).toContain(setting)
})

test('the product stops when what started it is asked to', { timeout: 90_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docketbox-start-'))
  // The database inside may run as another user, who has to be able to enter.
  chmodSync(folder, 0o711)
  const { PATH, HOME } = process.env
  // As npm runs it. SIGTERM goes to the shell, which passes nothing on.
  const shell = spawn('sh', ['-c', scripts.start], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, HOME, PORT: '0', READING: 'off', LOG_LEVEL: 'warn', DATA_DIR: join(folder, 'data') },
    detached: true,
  })
  const ended = once(shell, 'exit')
  const closed = once(shell.stdout, 'close')
  onTestFinished(async () => {
    try {
      process.kill(-shell.pid!, 'SIGKILL')
    } catch {
      // Everything has ended.
    }
    await closed
    rmSync(folder, { recursive: true, force: true })
  })
  let output = ''
  for await (const chunk of shell.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk)
    if (output.includes(' is at http://')) break
  }
  shell.stdout.resume()
  shell.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
