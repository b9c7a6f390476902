import { execFileSync } from 'node:child_process'

/** Whether this process may mount a small disk in its own namespace, to fill it. */
export function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'docketbox-test', '/mnt'], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}
