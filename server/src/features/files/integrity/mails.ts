import type { OperatorMail } from '#platform/mail/operators.ts'
import { describeReport, type Report } from './report.ts'

export function damageMail(report: Report): OperatorMail {
  return {
    subject: 'stored data is damaged',
    heading: 'The nightly check found damage',
    paragraphs: [
      'We haven’t changed or deleted anything. Please restore these files from a backup, under the same names.',
      ...describeReport(report).slice(0, 50),
    ],
  }
}
