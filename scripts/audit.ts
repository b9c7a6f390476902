// Reports what package-lock.json brings: `npm run audit`. Exits with code 1 while a licence or an install script is
// undecided. Known vulnerabilities are what `npm audit` asks the registry for.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inspectLockFile, type LockFile, readBlame } from './lock-file.ts'

const OLDEST = 15
const root = join(import.meta.dirname, '..')
const read = async <T>(name: string) => JSON.parse(await readFile(join(root, name), 'utf8')) as T

const lockFile = await read<LockFile>('package-lock.json')
const { allowScripts } = await read<{ allowScripts: Record<string, boolean> }>('package.json')
// Without the history, as in a container, ages are unknown.
const blame = await promisify(execFile)('git', ['blame', '--line-porcelain', 'package-lock.json'], {
  cwd: root,
  maxBuffer: 1e9,
}).catch(() => ({ stdout: '' }))
const report = inspectLockFile(lockFile, { allowScripts, lockedOn: readBlame(blame.stdout) })

section(`${report.packages} packages, by licence`)
for (const [licence, names] of report.licences) console.log(`  ${names.length} ${licence}${few(names)}`)
section('Install scripts')
for (const [name, isAllowed] of report.installScripts)
  console.log(`  ${name}: ${isAllowed === undefined ? 'UNDECIDED' : isAllowed ? 'runs' : 'never runs'}`)
section(`Native code: ${report.native.length} packages, each installed on its platform only`)
for (const name of report.native) console.log(`  ${name}`)
section(report.ages.length > 0 ? `Longest unchanged` : 'Ages are unknown without the git history')
for (const [name, day] of report.ages.slice(0, OLDEST)) console.log(`  ${day} ${name}`)
if (report.problems.length > 0) {
  section('To decide')
  for (const problem of report.problems) console.log(`  ${problem}`)
  process.exitCode = 1
}

function section(title: string): void {
  console.log(`\n${title}`)
}

/** Lists the names if there are only a few. */
function few(names: string[]): string {
  return names.length <= 15 ? `: ${names.join(', ')}` : ''
}
