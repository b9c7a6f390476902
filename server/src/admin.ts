import { CannotStart } from '#platform/cannot-start'
import { runCheck } from './commands/check.ts'
import { withCommandDeps } from './commands/command-deps.ts'

const usage = `npm run admin -- <command>

  check    read every stored file and the audit log, and say whether they are whole`

const say = (line: string) => console.log(line)
const [command] = process.argv.slice(2)

try {
  if (command === 'check')
    process.exitCode = await withCommandDeps(process.env, say, (deps) => runCheck(deps, say))
  else {
    console.error(usage)
    process.exitCode = 2
  }
} catch (thrown) {
  if (!(thrown instanceof CannotStart)) throw thrown
  console.error(thrown.message)
  process.exitCode = 1
}
