import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { inspectLockFile, type LockFile, readBlame } from './lock-file.ts'

const inspect = (packages: Parameters<typeof inspectLockFile>[0]['packages'], allowScripts = {}) =>
  inspectLockFile({ packages }, { allowScripts, lockedOn: new Map() })

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['(MIT AND GPL-3.0)', false],
  ['Apache-2.0 AND MIT', true],
  ['GPL-3.0', false],
  ['LGPL-3.0', false],
  [undefined, false],
])('the licence %s of a new package is accepted: %s', (license, isAccepted) => {
  const { problems } = inspect({ 'node_modules/new': { version: '1.0.0', ...(license && { license }) } })
  expect(problems).toHaveLength(isAccepted ? 0 : 1)
})

test('the LGPL is accepted for the decoder of HEIC', () => {
  const { problems, licences } = inspect({ 'node_modules/libheif-js': { license: 'LGPL-3.0' } })
  expect([problems, licences]).toEqual([[], [['LGPL-3.0', ['libheif-js']]]])
})

test('an install script fails the audit until someone decides', () => {
  const packages = { 'node_modules/a/node_modules/@b/c': { license: 'MIT', hasInstallScript: true } }
  expect(inspect(packages).problems).toHaveLength(1)
  expect(inspect(packages, { '@b/c': false })).toMatchObject({
    problems: [],
    installScripts: [['@b/c', false]],
  })
})

test('native code is listed with its platform', () => {
  const { native } = inspect({ 'node_modules/x-linux': { license: 'MIT', os: ['linux'], cpu: ['x64'] } })
  expect(native).toEqual(['x-linux (linux, x64)'])
})

test('packages for every platform are locked', async () => {
  const needs = { license: 'MIT', optionalDependencies: { 'x-linux': '1.0.0', 'x-darwin': '1.0.0' } }
  const { problems } = inspect({
    'node_modules/a/node_modules/x': needs,
    'node_modules/x-linux': { license: 'MIT' },
  })
  expect(problems).toEqual(["x-darwin isn't locked, so platforms that need it can't install it."])

  const lockFile = JSON.parse(
    await readFile(new URL('../package-lock.json', import.meta.url), 'utf8'),
  ) as LockFile
  const unlocked = inspect(lockFile.packages).problems.filter((problem) => problem.includes("isn't locked"))
  expect(unlocked).toEqual([])
})

test('a version is as old as its line in the lock file', () => {
  const blame = [
    'committer-time 1795000000',
    '\t    "node_modules/a": {',
    'committer-time 1795352278',
    '\t      "version": "2.0.0",',
    'committer-time 1795000000',
    '\t      "license": "MIT"',
  ].join('\n')
  expect(readBlame(blame)).toEqual(new Map([['node_modules/a', '2026-11-22']]))
})
