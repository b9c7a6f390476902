import type { Gauge } from '#platform/metrics/gauge.ts'
import { findBackupAge } from './status.ts'

export const backupGauge: Gauge = {
  name: 'backup_age_seconds',
  help: 'How old the newest backup is; missing while there is none.',
  async read(deps) {
    const newest = (await findBackupAge(deps))?.newest
    return newest ? [{ value: (deps.now().getTime() - newest.getTime()) / 1000 }] : []
  },
}
