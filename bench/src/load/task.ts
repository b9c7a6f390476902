import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * Runs a module of this folder in its own process: sends it the task, resolves with its result.
 * @param env in addition to this process's variables.
 */
export async function inChild<Task extends object, Result>(
  module: string,
  task: Task,
  env: Record<string, string> = {},
): Promise<Result> {
  const child = fork(join(import.meta.dirname, module), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  })
  child.send(task)
  const failed = once(child, 'exit').then(([code]): never => {
    throw new Error(`${module} ended with ${String(code)}`)
  })
  const [result] = await Promise.race([once(child, 'message') as Promise<[Result]>, failed])
  failed.catch(() => undefined)
  child.disconnect()
  return result
}

/** Called by such a module to handle its task. An error ends its process and so the measurement. */
export function onTask<Task, Result extends object>(work: (task: Task) => Promise<Result>): void {
  process.once('message', (task) => {
    void work(task as Task).then((result) => process.send!(result))
  })
}
