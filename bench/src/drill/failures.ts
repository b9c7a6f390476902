import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { cutOff } from './network.ts'
import type { ProcessName } from './product.ts'
import { WEB_TO_DATABASE } from './routers.ts'

/** Before and after each failure. */
export const CALM_MS = 5_000

/** Each resolves once its damage is repaired. */
export function failuresOf(cluster: Cluster): Record<string, () => Promise<void>> {
  async function killProcess(name: ProcessName): Promise<void> {
    await cluster.stopProcess(name, 'SIGKILL')
    await wait(CALM_MS)
    await cluster.restartProcess(name)
  }

  return {
    nothing: () => wait(CALM_MS),
    'a web process is killed': () => killProcess('web2'),
    'a worker is killed': () => killProcess('worker1'),
    'the pooler is killed': async () => {
      await cluster.killPooler()
      await wait(1_000)
      await cluster.restartPooler()
    },
    'the primary is killed with its keeper': async () => {
      const primary = await cluster.postgres.primary()
      await cluster.postgres.kill(primary)
      await wait(30_000)
      await cluster.postgres.restart(primary)
    },
    'a storage node is killed': async () => {
      await cluster.swift.kill(1)
      await wait(15_000)
      await cluster.swift.restart(1)
    },
    'the network between web and database is cut for 10 s': async () => {
      const mend = await cutOff(WEB_TO_DATABASE)
      await wait(10_000)
      await mend()
    },
    'it is cut for 60 s': async () => {
      const mend = await cutOff(WEB_TO_DATABASE)
      await wait(60_000)
      await mend()
    },
  }
}
