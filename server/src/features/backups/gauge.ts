import type { Gauge } from '#platform/metrics/gauge.ts'
import { findBackupAge } from './status.ts'

export const backupGauge: Gauge = {
  name: 'backup_age_seconds',
  help: 'How old the newest backup is, or the database while there is none.',
  async read(deps) {
    const age = await findBackupAge(deps)
    return age ? [{ value: age.withoutBackupMs / 1000 }] : []
  },
}
