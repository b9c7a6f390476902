import { formatDay, sydneyDay } from '@docketbox/contract'
import type { OperatorMail } from '#platform/mail/operators.ts'

/** Warns the operator that backups have stopped. */
export function overdueMail(newest: Date | null): OperatorMail {
  return {
    subject: 'the backup is overdue',
    heading: 'There’s no recent backup',
    paragraphs: [
      newest
        ? `The newest complete backup is from ${formatDay(sydneyDay(newest))}. There should be one every night.`
        : 'No backup has been completed yet, although BACKUP_DIR is set.',
      'Check the worker’s log. Until there’s a new backup, nothing is permanently deleted.',
    ],
  }
}

/** Says how to free space, once the product has removed what it may. */
export function diskFullMail(location: string): OperatorMail {
  return {
    subject: 'the disk for backups is full',
    heading: 'The disk for backups is full',
    paragraphs: [
      `Tonight’s backup failed, because the disk that holds ${location} is full.`,
      `Use a larger disk, or delete the oldest files from ${location}/backups. The next backup then removes what only they needed.`,
    ],
  }
}

/** Names backups that were made while the clock was ahead, or all of them if it's behind now. */
export function misdatedMail(names: readonly string[]): OperatorMail {
  return {
    subject: 'backups are dated in the future',
    heading: 'Some backups are dated in the future',
    paragraphs: [
      `In BACKUP_DIR, these backups have a date that hasn’t come yet: ${names.join(', ')}.`,
      'If the clock is behind now, set it right. If it was ahead when they were made, delete their files from the folder backups. Until then they’re kept, and a restore takes them only by their name.',
    ],
  }
}
