import {
  type Draft,
  type DraftEdit,
  effectiveLabel,
  findYearRules,
  incomeYearLabel,
  mayBeAsset,
  missingDetails,
  type Receipt,
  type ReceiptDetails,
  type ReceiptFacts,
  type ReceiptFile,
  type TaxRules,
} from '@docketbox/contract'
import { answersIn } from '#features/tax-profiles'
import { suggestionFor } from './labels/suggested.ts'
import type { DraftRow } from './upload/drafts-store.ts'
import type { FiledReceipt, FileRow, VersionRow } from './store.ts'
import { draftUri, fileUri } from './uris.ts'

type PreviewKind = ReceiptFile['preview']

export function presentDraft(
  row: DraftRow,
  read: Pick<Draft, 'reading' | 'suggestedCategory' | 'duplicateOf' | 'isComparing' | 'splitsInto'>,
): Draft {
  return {
    uri: draftUri(row.id),
    title: row.title,
    ...measured(row),
    createdAt: row.createdAt.toISOString(),
    ...(row.capturedOn && { capturedOn: row.capturedOn }),
    ...(row.edit && { edit: row.edit as DraftEdit }),
    adjustedAt: row.adjustedAt?.toISOString(),
    ...read,
  }
}

export function presentReceipt(row: FiledReceipt, taxRules: TaxRules): Receipt {
  const incomeYear = incomeYearLabel(row.incomeYear)
  const rules = findYearRules(taxRules, incomeYear)
  const suggestion = suggestionFor(row)
  const label = effectiveLabel({ suggested: suggestion.label, confirmed: row.labelConfirmed })
  return {
    _id: row.id,
    category: row.categoryId,
    description: row.description,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
    capturedOn: row.capturedOn,
    incomeYear,
    file: row.files.map((file) => ({
      _id: file.fileId,
      uri: fileUri(file.fileId, file.version),
      title: file.title,
      ...measured(file),
      description: row.description,
      version: file.version,
    })),
    facts: factsOf(row),
    sources: row.sources,
    suggestions: row.suggestions,
    missing: missingDetails(
      { ...row, label, isLabelConfirmed: row.labelConfirmed !== null },
      { isGstRegistered: answersIn(row.taxProfiles, row.incomeYear).isGstRegistered, rules },
    ),
    label: {
      // A job updates the stored suggestion, which totals use, after the owner has changed their answers.
      suggested: suggestion.label,
      confirmed: row.labelConfirmed,
      questions: suggestion.questions,
    },
    lastClaimedYear: row.lastClaimedYear === null ? null : incomeYearLabel(row.lastClaimedYear),
    mayBeAsset: mayBeAsset({ ...row, label, isAsset: (row.lastClaimedYear ?? 0) > row.incomeYear }, rules),
    describedAt: row.describedAt?.toISOString() ?? null,
    spentCents: row.spentCents,
    claimableCents: row.claimableCents,
  }
}

export function presentVersions(rows: VersionRow[]): ReceiptDetails['versions'] {
  return rows.map((row) => ({
    file: row.fileId,
    version: row.version,
    title: row.title,
    ...measured(row),
    sha256: row.sha256.toString('hex'),
    createdAt: row.createdAt.toISOString(),
    replacedAt: row.replacedAt?.toISOString() ?? null,
  }))
}

/** Picks the optional facts from a row. */
export function factsOf(row: ReceiptFacts): ReceiptFacts {
  return {
    supplier: row.supplier,
    supplierAbn: row.supplierAbn,
    documentDate: row.documentDate,
    paidDate: row.paidDate,
    totalCents: row.totalCents,
    gstCents: row.gstCents,
    currency: row.currency,
    audCents: row.audCents,
    workUsePercent: row.workUsePercent,
    buyer: row.buyer,
    isReimbursed: row.isReimbursed,
    note: row.note,
  }
}

function measured(row: DraftRow | FileRow) {
  return {
    type: row.type,
    size: row.sizeBytes,
    width: row.width,
    height: row.height,
    pages: row.pages,
    preview: row.preview as PreviewKind,
  }
}
