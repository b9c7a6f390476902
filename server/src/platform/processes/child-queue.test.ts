import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { childQueue, type ChildQueue, type QueueSettings } from './child-queue.ts'

type Task = { name: string; ms: number }
type Result = { name: string }

let folder: string
let queue: ChildQueue<Task, Result>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docketbox-children-'))
})
afterEach(async () => {
  queue.close()
  await rm(folder, { recursive: true, force: true })
})

/** Computes for as long as a task says, and replies. */
const COMPUTING = `process.on('message', ({ name, ms }) => {
  const before = process.cpuUsage()
  for (let spent = 0; spent < ms * 1000; ) {
    const { user, system } = process.cpuUsage(before)
    spent = user + system
  }
  process.send({ name })
})`

async function start(settings: Partial<QueueSettings<Result>> = {}, program = COMPUTING): Promise<void> {
  const path = join(folder, 'program.mjs')
  await writeFile(path, program)
  queue = childQueue<Task, Result>({
    program: path,
    maxHeapMb: 64,
    maxMemoryMb: 400,
    timeoutMs: 30_000,
    idleMs: 30_000,
    niceness: 5,
    ...settings,
  })
}

/** Runs tasks of `[owner, ms]` at once. @returns their owners in the order in which they ended. */
async function orderOf(
  tasks: [owner: string, ms: number][],
  urgent: readonly string[] = [],
): Promise<string[]> {
  const ended: string[] = []
  const runs = tasks.map(async ([owner, ms]) => {
    await queue.run({ name: owner, ms }, { owner, isUrgent: urgent.includes(owner) })
    ended.push(owner)
  })
  await Promise.all(runs)
  return ended
}

test('an owner’s only task doesn’t wait for all tasks of another owner', async () => {
  await start()
  const ended = await orderOf([['ann', 20], ['ann', 20], ['ann', 20], ['ann', 20], ['bob', 20]]) // prettier-ignore
  expect(ended.indexOf('bob')).toBeLessThanOrEqual(1)
})

test('tasks users are waiting for go first', async () => {
  await start()
  const ended = await orderOf([['ann', 20], ['bob', 20], ['kim', 20], ['lee', 20]], ['lee']) // prettier-ignore
  expect(ended.indexOf('lee')).toBeLessThanOrEqual(1)
})

test('files of owners that took too much time go last', async () => {
  await start({ budgetMs: 300 })
  await orderOf([['ann', 400]])
  expect(queue.overBudget()).toEqual(['ann'])
  const ended = await orderOf([['bob', 20], ['ann', 20], ['bob', 20], ['kim', 20]], ['ann']) // prettier-ignore
  expect(ended.at(-1)).toBe('ann')
})

test.runIf(process.platform === 'linux')(
  'time in which the machine was busy with something else doesn’t count',
  async () => {
    const waiting = `process.on('message', ({ name, ms }) => setTimeout(() => process.send({ name }), ms))`
    await start({ budgetMs: 400, timeoutMs: 500 }, waiting)
    expect(await orderOf([['ann', 800]])).toEqual(['ann'])
    expect(queue.overBudget()).toEqual([])
    await expect(orderOf([['bob', 60_000]])).rejects.toMatchObject({ reason: 'tookTooLong' })
  },
)

test('a short task overtakes those of ten owners that never end', async () => {
  await start({ maxChildren: 2, shortMs: 150 })
  const owners = Array.from({ length: 10 }, (_, at) => `hostile ${at}`)
  const givenUp: string[] = []
  for (const owner of owners)
    for (let file = 0; file < 5; file++)
      queue.run({ name: owner, ms: 60_000 }, { owner, isUrgent: true }).catch(() => void givenUp.push(owner))
  await queue.run({ name: 'ann', ms: 20 }, { owner: 'ann', isUrgent: true })
  expect(givenUp).toEqual([])
})

test('an owner has only a few tasks waiting', async () => {
  await start({ maxWaiting: 3 })
  const runs = Array.from({ length: 5 }, () =>
    queue.run({ name: 'ann', ms: 10 }, { owner: 'ann', isUrgent: true }),
  )
  const ends = await Promise.allSettled(runs)
  expect(ends.map(({ status }) => status)).toEqual([...Array<string>(4).fill('fulfilled'), 'rejected'])
  expect(ends[4]).toMatchObject({ reason: { spec: { status: 503 }, retryAfterSeconds: expect.any(Number) } })
})

test.runIf(process.platform === 'linux')('a process can’t take more memory than it may', async () => {
  const grows = `import { readFileSync } from 'node:fs'
    const kept = []
    process.on('message', ({ ms }) => {
      while (ms > 0 && kept.length < 200) kept.push(Buffer.alloc(10 * 1_048_576, 1))
      const limit = /Max data size +(\\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))[1]
      process.send({ name: [limit, readFileSync('/proc/self/oom_score_adj', 'utf8').trim()].join(' ') })
    })`
  await start({ maxMemoryMb: 300 }, grows)
  const limits = await queue.run({ name: '', ms: 0 }, { owner: 'ann', isUrgent: true })
  expect(limits.name).toBe(`${(300 - 100 + 590) * 1_048_576} 1000`)
  await expect(queue.run({ name: '', ms: 1 }, { owner: 'ann', isUrgent: true })).rejects.toMatchObject({
    reason: 'crashed',
  })
})

test.runIf(existsSync('/usr/bin/chrt'))(
  'a process that gives way to all others is replaced when it gets no time',
  async () => {
    // The idle one may not even begin while the machine is busy.
    const program = `import { readFileSync } from 'node:fs'
      const policy = ${policyIn.toString()}(readFileSync('/proc/self/stat', 'utf8'))
      process.on('message', () => policy === '5' || process.send({ name: policy }))`
    await start({ patienceMs: 1_000 }, program)
    const run = queue.run({ name: '', ms: 0 }, { owner: 'ann', isUrgent: false })
    await expect.poll(policiesOfChildren, { interval: 20 }).toContain('5')
    expect((await run).name).toBe('0')
  },
)

/** The policy of a process's scheduling, as in proc(5); 5 is the idle one. */
function policyIn(stat: string): string | undefined {
  return stat.split(') ').at(-1)?.split(' ')[38]
}

function policiesOfChildren(): (string | undefined)[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
  return children.map((pid) => policyIn(readFileSync(`/proc/${pid}/stat`, 'utf8')))
}
