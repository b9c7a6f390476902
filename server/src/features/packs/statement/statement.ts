import { fullName } from '@docketbox/contract/core/people/full-name'
import {
  fileTypeName,
  formatDay,
  HOME_TIME_ZONE,
  purchaseDay,
  receiptRefusals,
  receiptTitle,
  sydneyDay,
} from '@docketbox/contract'
import { Readable } from 'node:stream'
import { findUser } from '#features/auth'
import { type FileChecks, fileChecksSince } from '#features/files'
import { findReceipt, listVersions } from '#features/receipts'
import type { Deps } from '#platform/config/deps.ts'
import { type Typesetter, typeset } from '#platform/documents/typeset.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { OutgoingFile } from '#platform/http/files/send.ts'
import type { Scope } from '#platform/security/scope.ts'
import { checkStored, type Condition } from '#platform/storage/check-stored.ts'

type StatementDeps = Pick<Deps, 'config' | 'db' | 'files' | 'fonts' | 'now'>
type Version = Awaited<ReturnType<typeof listVersions>>[number]

const BUFFER_BYTES = 256 * 1024

/**
 * A PDF about the files of a receipt: what they are, since when they've been stored, and that they're unchanged. They're
 * read again for it.
 * @throws Refusal `receipts.notFound`.
 */
export async function integrityStatement(
  { config, db, files, fonts, now }: StatementDeps,
  { ownerId }: Scope,
  receiptId: string,
): Promise<OutgoingFile> {
  const receipt = await findReceipt(db, ownerId, receiptId)
  if (!receipt) throw new Refusal(receiptRefusals.notFound)
  const owner = (await findUser(db, ownerId))!
  const at = now()
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  const versions: { version: Version; checks: FileChecks; kind: Condition['kind'] }[] = []
  for (const version of await listVersions(db, ownerId, receiptId)) {
    const { createdAt, sha256, sizeBytes } = version
    const checks = await fileChecksSince(db, sha256, createdAt)
    const { kind } = await checkStored(files, sha256, { sizeBytes, buffer })
    versions.push({ version, checks, kind })
  }
  const name = receiptTitle({ description: receipt.description, facts: receipt })
  const product = config.PRODUCT_NAME
  const title = `Integrity statement: ${name}`
  const footer = `${product} · Integrity statement · ${formatDay(sydneyDay(at))}`
  const pdf = await typeset(fonts, { title, author: product, createdAt: at, footer }, (page) => {
    page.title('Integrity statement')
    const day = purchaseDay(receipt)
    page.facts([
      ['Receipt', name],
      ...(day === null ? [] : [['Purchase date', formatDay(day)] as const]),
      ['Record', receipt.id],
      ['Account', `${fullName(owner)}, ${owner.email}`],
      ['Date of statement', momentText(at)],
    ])
    for (const file of versions) writeVersion(page, file, at)
    page.section('What this means')
    page.paragraph(
      `${product} stores each file exactly as it was received and never changes it. When a photo is cropped, straightened ` +
        'or split, the original stays as an earlier version, and the copy made from it becomes the next one. The SHA-256 is a ' +
        'fingerprint of a file’s bytes, taken when it was stored: if a single byte changed, the fingerprint would be ' +
        'different. Every stored file is read again and compared with its fingerprint once a week.',
    )
    page.paragraph(
      'Anyone with the file can repeat the comparison: in PowerShell with Get-FileHash, on a Mac with shasum -a 256, on ' +
        'Linux with sha256sum. This statement is about the stored files only. It says nothing about whether an expense ' +
        'can be claimed.',
    )
  })
  return {
    name: `Integrity statement ${name}.pdf`,
    type: 'application/pdf',
    sizeBytes: pdf.length,
    bytes: Readable.from([pdf]),
  }
}

type CheckedVersion = { version: Version; checks: FileChecks; kind: Condition['kind'] }

const problems: Record<Exclude<Condition['kind'], 'intact'>, string> = {
  altered: 'The stored copy is damaged: it no longer matches its SHA-256',
  missing: 'The stored copy is missing',
  unreadable: 'The stored copy can’t be read',
}

function writeVersion(page: Typesetter, { version, checks, kind }: CheckedVersion, at: Date): void {
  page.section(version.title)
  page.facts([
    ['File', `${fileTypeName(version.type)}, ${version.sizeBytes.toLocaleString('en-AU')} bytes`],
    [
      'Version',
      `${version.version}${version.replacedAt === null ? ', the current one' : ', replaced later'}`,
    ],
    ['SHA-256', version.sha256.toString('hex')],
    ['Stored on', momentText(version.createdAt)],
    ['Checks passed since', checksText(checks)],
    ['Checked for this statement', kind === 'intact' ? `Unchanged on ${momentText(at)}` : problems[kind]],
  ])
}

function checksText({ passed, failed, lastAt }: FileChecks): string {
  if (lastAt === null) return 'None yet: the first weekly check hasn’t run'
  const last = `the last on ${formatDay(sydneyDay(lastAt))}`
  return failed === 0 ? `${passed} of ${passed}, ${last}` : `${passed} of ${passed + failed}, ${last}`
}

/** An instant as `22 Nov 2026, 10:12 am (Sydney time)`. */
function momentText(instant: Date): string {
  const time = new Intl.DateTimeFormat('en-AU', {
    timeZone: HOME_TIME_ZONE,
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  })
    .format(instant)
    .replaceAll(/\s/g, ' ')
  return `${formatDay(sydneyDay(instant))}, ${time} (Sydney time)`
}
