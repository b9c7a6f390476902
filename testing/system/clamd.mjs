// Finds or installs the ClamAV daemon, which the tests of malware scanning use.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages, isDebianRoot } from './packages.mjs'

const noClamd =
  'Malware scanning isn’t tested without the ClamAV daemon: install it (on Debian: apt-get install clamav-daemon).'

export function findClamd() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/opt/homebrew/sbin']
  return folders.map((folder) => join(folder, 'clamd')).find((file) => existsSync(file))
}

export function ensureClamd(/** @type {(sentence: string) => void} */ say) {
  if (findClamd() !== undefined) return
  if (isDebianRoot) {
    say('Installing ClamAV for the tests of malware scanning (once) ...')
    installPackages('clamav-daemon')
  }
  if (findClamd() === undefined) say(noClamd)
}
