import { expect, test } from 'vitest'
import { inspectLockFile, readBlame } from './lock-file.ts'

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
