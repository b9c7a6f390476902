import type { AuditVerdict } from '#platform/security/audit-log.ts'

/** Where a file is used, so that a person can tell its owner. */
export type Use = Readonly<{ ownerId: string; receiptId: string; fileId: string; version: number }>

/** A stored file that is not what was once received. */
export type Damage = Readonly<{
  sha256: string
  sizeBytes: number
  /** `altered`: other bytes than were received; `unreadable`: the store answered with an error. */
  kind: 'missing' | 'altered' | 'unreadable'
  /** What the store said, when it was unreadable. */
  reason?: string
  /** A picture made from another file: it can be made again. */
  isPreview: boolean
  uses: readonly Use[]
}>

/** What a check found. It changes nothing, and neither may anybody else because of it alone. */
export type Report = Readonly<{
  files: number
  bytes: number
  damages: readonly Damage[]
  /** Files that no record knows: left by a crash at the worst moment, or by a restored older database. */
  unknown: Readonly<{ files: number; bytes: number }>
  auditLog: AuditVerdict
  seconds: number
}>

export function isSound({ damages, auditLog }: Report): boolean {
  return damages.length === 0 && auditLog.brokenAt === undefined
}

/** The report as lines for a terminal or a mail. */
export function inWords({ files, bytes, damages, unknown, auditLog, seconds }: Report): string[] {
  return [
    `${files} files (${inMegabytes(bytes)}) read in ${seconds.toFixed(1)} s: ${damages.length === 0 ? 'each is what was received' : `${damages.length} damaged`}.`,
    ...damages.map(damageInWords),
    auditLog.brokenAt === undefined
      ? `The audit log is whole (${auditLog.entries} entries).`
      : `The audit log was tampered with at entry ${auditLog.brokenAt}.`,
    ...(unknown.files > 0
      ? [
          `${unknown.files} files (${inMegabytes(unknown.bytes)}) belong to no record. They do no harm and were left alone.`,
        ]
      : []),
  ]
}

function damageInWords({ sha256, kind, reason, isPreview, uses }: Damage): string {
  const where = uses.map(
    ({ ownerId, receiptId, version }) => `receipt ${receiptId} version ${version} of person ${ownerId}`,
  )
  const used = isPreview ? 'a preview, which can be made again' : where.join('; ') || 'no receipt'
  return `${kind}${reason ? ` (${reason})` : ''}: ${sha256}: ${used}`
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`
}
