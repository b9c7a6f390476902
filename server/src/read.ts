import { getPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { sydneyDay } from '@docketbox/contract/core/dates'
import { evaluate } from '#commands/read/evaluate.ts'
import { readFile } from '#commands/read/read-file.ts'
import { readQueue } from './features/reading/reader/read-queue.ts'

const usage = `npm run read -- FILE…                     read receipts; one line of JSON each
npm run read -- --evaluate LABELS         compare with labels: accuracy, precision at coverage, timings
                 --verbose                also list what was read wrong`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { evaluate: { type: 'string' }, verbose: { type: 'boolean', default: false } },
})
const say = (line: string) => console.log(line)
const today = sydneyDay(new Date())
// No one else is waiting, and a measurement on a busy machine mustn't fail.
const queue = readQueue({
  modelFolder: process.env['READING_MODEL_DIR'],
  niceness: getPriority(),
  givesWay: false,
  timeoutMs: 120_000,
})
// The child process of a queue doesn't keep this one alive.
const alive = setInterval(() => undefined, 60_000)

if (values.evaluate !== undefined) await evaluate(queue, values.evaluate, today, say, values.verbose)
else if (positionals.length === 0) {
  console.error(usage)
  process.exitCode = 2
}
for (const file of positionals) say(JSON.stringify(await readFile(queue, file, today)))
queue.close()
clearInterval(alive)
