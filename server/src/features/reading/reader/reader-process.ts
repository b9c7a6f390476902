import { MB_BYTES } from '@docketbox/contract/core/units'
import { readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { endWhenTooLarge } from '#platform/processes/end-when-too-large.ts'
import { createEngine, type Engine } from '../engine/engine.ts'
import { readDocument } from './read-document.ts'
import type { ReadResult, ReadTask } from './read-queue.ts'

// A separate process, because decoding untrusted files may crash or use too much memory.

const [modelFolder = ''] = process.argv.slice(2)

setFlagsFromString('--expose-gc')
// Pictures are outside of the heap, where V8 doesn't notice how much they take.
const collectGarbage = runInNewContext('gc') as () => void

let engine: Promise<Engine> | undefined
const startEngine = () => (engine ??= createEngine(modelFolder === '' ? undefined : modelFolder))

process.on('message', (task: ReadTask) => void handleTask(task))

endWhenTooLarge()

async function handleTask({ path, type, latestDay }: ReadTask): Promise<void> {
  const startedAt = performance.now()
  const cpu = process.cpuUsage()
  const reading = await read().catch((error: unknown) => ({ problem: String(error) }))
  collectGarbage()
  const { user, system } = process.cpuUsage(cpu)
  const result: ReadResult = {
    ...reading,
    ms: Math.round(performance.now() - startedAt),
    cpuMs: Math.round((user + system) / 1000),
    memoryMb: memoryMb(),
    peakMemoryMb: await peakMemoryMb(),
  }
  process.send!(result)

  async function read() {
    return { reading: await readDocument(await readFile(path), { type, latestDay, engine: startEngine }) }
  }
}

function memoryMb(): number {
  return Math.round(process.memoryUsage.rss() / MB_BYTES)
}

/** `maxRSS` begins with that of the process that started this one; Linux knows the peak of its own memory. */
async function peakMemoryMb(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const kilobytes = /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS
  return Math.round(Number(kilobytes) / 1024)
}
