// Installs Debian packages that tests need, if this is Debian and we're root.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
let isUpToDate = false

export function installPackages(/** @type {string[]} */ ...names) {
  if (!isUpToDate) runQuietly('apt-get', 'update')
  isUpToDate = true
  runQuietly('apt-get', 'install', '-y', '--no-install-recommends', ...names)
}

export function runQuietly(/** @type {string} */ command, /** @type {string[]} */ ...args) {
  spawnSync(command, args, {
    stdio: 'ignore',
    shell: process.platform === 'win32',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
