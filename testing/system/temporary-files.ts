import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'

/** Whether systemd's cleaner of temporary files is here. */
export function canCleanByAge(): boolean {
  try {
    execFileSync('systemd-tmpfiles', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Cleans a folder as systemd cleans /tmp each day, as if everything in it were old. */
export function cleanByAge(folder: string): void {
  const rules = `${folder}.conf`
  writeFileSync(rules, `e ${folder} - - - 0\n`)
  execFileSync('systemd-tmpfiles', ['--clean', rules])
  rmSync(rules)
}
