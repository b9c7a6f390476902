import { countOf } from '@docketbox/contract/core/counts'
import { fileSize } from '@docketbox/contract/core/file-size'
import type { AuditVerdict } from '#platform/security/audit-log.ts'
import type { Condition } from '#platform/storage/check-stored.ts'

/** Where a file is used, so that support can tell its owner. */
export type Use = Readonly<{ ownerId: string; receiptId: string; fileId: string; version: number }>

/** A stored file that is no longer what was received. */
export type Damage = Readonly<{
  sha256: string
  sizeBytes: number
  kind: Exclude<Condition['kind'], 'intact'>
  reason?: Condition['reason']
  /** Whether it's a preview, which can be rendered again. */
  isPreview: boolean
  uses: readonly Use[]
}>

export type Report = Readonly<{
  files: number
  bytes: number
  damages: readonly Damage[]
  /** Files without a record: left by a crash, or newer than a restored database. */
  unknown: Readonly<{ files: number; bytes: number }>
  auditLog: AuditVerdict
  seconds: number
}>

export function isUndamaged({ damages, auditLog }: Report): boolean {
  return damages.length === 0 && auditLog.brokenAt === undefined
}

/** The report as lines for a terminal or a mail. */
export function describeReport({ files, bytes, damages, unknown, auditLog, seconds }: Report): string[] {
  return [
    `${countOf(files, 'file')} (${fileSize(bytes)}) read in ${seconds.toFixed(1)} s: ${damages.length === 0 ? 'all match what was received' : `${damages.length} damaged`}.`,
    ...damages.map(describeDamage),
    auditLog.brokenAt === undefined
      ? `The audit log is intact (${auditLog.entries === 1 ? '1 entry' : `${auditLog.entries} entries`}).`
      : `The audit log was changed at entry ${auditLog.brokenAt}.`,
    ...(unknown.files > 0
      ? [
          `${unknown.files} files (${fileSize(unknown.bytes)}) have no record. They’re harmless, so we left them alone.`,
        ]
      : []),
  ]
}

function describeDamage({ sha256, kind, reason, isPreview, uses }: Damage): string {
  const where = uses.map(
    ({ ownerId, receiptId, version }) => `receipt ${receiptId} version ${version} of user ${ownerId}`,
  )
  const used = isPreview ? 'a preview, which can be rendered again' : where.join('; ') || 'no receipt'
  return `${kind}${reason ? ` (${reason})` : ''}: ${sha256}: ${used}`
}
