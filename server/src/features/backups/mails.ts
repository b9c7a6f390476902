import type { OperatorMail } from '#platform/mail/operators.ts'

/** Warns the operator that backups have stopped. */
export function overdueMail(newest: Date | null): OperatorMail {
  return {
    subject: 'the backup is overdue',
    heading: 'There’s no recent backup',
    paragraphs: [
      newest
        ? `The newest complete backup is from ${newest.toISOString()}. There should be one every night.`
        : 'No backup has been completed yet, although BACKUP_DIR is set.',
      'Check the worker’s log. Until there’s a new backup, nothing is permanently deleted.',
    ],
  }
}
