import {
  CAR_LABEL,
  type DeductionLabel,
  detailNames,
  effectiveLabel,
  type EvidenceKind,
  type ExpenseWithoutReceipt,
  type FactSources,
  incomeYearLabel,
  isAfterLodging,
  type LabelAnswers,
  mayBeAsset,
  missingDetails,
  purchaseDay,
  purposeOf,
  type LodgedReturn,
} from '@docketbox/contract'
import { pageSuffix, type YearReceipt } from '#features/receipts'
import { asEmployee, type Tally } from '#features/years'
import { EARLIER_ASSETS, originalPath } from '../contents/file-names.ts'
import type { EvidenceType, GstBasis, PackRow } from '../contents/row.ts'
import type { NewOriginal } from './files-store.ts'

export type Requirements = Parameters<typeof missingDetails>[1] & {
  rules: Parameters<typeof mayBeAsset>[1]
  lodgedReturn: LodgedReturn | null
  /** How the year's records claim cars; null if they don't. */
  carMethod: string | null
}
type Tallied = Parameters<Tally['add']>[0]
/** The GST printed on files, in cents by their SHA-256 in hex. */
type PrintedGst = ReadonlyMap<string, number>

/** A receipt as a line of the lists. */
export function receiptRow(
  receipt: YearReceipt,
  { lodgedReturn, carMethod, ...requirements }: Requirements,
  printedGst: PrintedGst,
): PackRow {
  const [facts] = receipt as readonly [YearReceipt[number]]
  const labels = labelsOf(facts)
  const counted = talliedReceipt(receipt)
  const missing = missingDetails({ ...counted, sources: facts.sources as FactSources }, requirements)
  const { label } = asEmployee(counted)
  return {
    id: facts.id,
    incurredOn: facts.paidDate ?? facts.documentDate,
    capturedOn: facts.capturedOn,
    documentDate: facts.documentDate,
    supplier: facts.supplier,
    supplierAbn: facts.supplierAbn,
    description: facts.description,
    category: facts.category,
    ...labels,
    method: label === CAR_LABEL ? carMethod : null,
    asset: describeAsset(
      counted.isAsset ? incomeYearLabel(facts.lastClaimedYear!) : null,
      mayBeAsset(counted, requirements.rules),
    ),
    currency: facts.currency,
    totalCents: facts.totalCents,
    spentCents: facts.spentCents,
    gstCents: facts.gstCents,
    gstBasis: gstBasisOf(receipt, printedGst),
    workUsePercent: facts.workUsePercent,
    claimableCents: facts.claimableCents,
    isReimbursed: facts.isReimbursed,
    evidenceType: 'receipt',
    missing: missing.map((detail) => detailNames[detail]),
    uploadedAt: facts.createdAt.toISOString(),
    isEditedAfterLodgement: isEditedAfter(lodgedReturn, facts.createdAt, facts.updatedAt),
    note: facts.note,
    files: packedFiles(originalsOf(receipt)),
  }
}

/** A receipt for an asset of an earlier year. */
export function earlierReceiptRow(receipt: YearReceipt, requirements: Requirements): PackRow {
  return {
    ...receiptRow(receipt, requirements, new Map()),
    claimedUntil: incomeYearLabel(receipt[0]!.lastClaimedYear!),
    files: packedFiles(originalsOf(receipt, EARLIER_ASSETS)),
  }
}

function packedFiles(originals: ReturnType<typeof originalsOf>): PackRow['files'] {
  return originals.map(({ path, sha256 }) => ({ path, sha256: sha256.toString('hex') }))
}

/**
 * Whether its owner changed it after they lodged. What was added after that is new, not edited. Unlike `wasInReturn`, this
 * is about what they wrote as evidence, which counts if it was written before the return was first lodged: neither amending
 * the return nor moving to another year changes that (decision 074).
 */
function isEditedAfter(lodgedReturn: LodgedReturn | null, addedAt: Date, editedAt: Date): boolean {
  if (lodgedReturn === null) return false
  const { lodgedOn } = lodgedReturn
  return !isAfterLodging(addedAt, lodgedOn) && isAfterLodging(editedAt, lodgedOn)
}

function describeAsset(lastClaimedYear: string | null, mayBeAsset: boolean): string | null {
  if (lastClaimedYear !== null) return `claimed until ${lastClaimedYear}`
  return mayBeAsset ? 'may be one' : null
}

function gstBasisOf(receipt: YearReceipt, printedGst: PrintedGst): GstBasis {
  const { gstCents, sources } = receipt[0]!
  if (gstCents === null) return 'unknown'
  if (gstCents === 0) return 'none'
  const source = (sources as FactSources).gstCents
  const isTyped = source !== 'read' && source !== 'confirmed'
  const isPrinted = receipt.some(({ sha256 }) => printedGst.get(sha256.toString('hex')) === gstCents)
  return isTyped || isPrinted ? 'stated' : 'derived'
}

/** A receipt as the totals of its year count it. */
export function talliedReceipt([facts]: YearReceipt): Tallied {
  const { labelSuggested, labelConfirmed } = labelsOf(facts!)
  return {
    ...facts!,
    label: labelConfirmed ?? labelSuggested,
    isLabelConfirmed: labelConfirmed !== null,
    describedBy: (facts!.sources as FactSources).description ?? null,
    labelAnswers: facts!.labelAnswers as LabelAnswers,
    isAsset: (facts!.lastClaimedYear ?? 0) > facts!.incomeYear,
  }
}

/** The files of a receipt with their paths in the pack: in the folder of its label, unless another is given. */
export function originalsOf(receipt: YearReceipt, folder?: string): Omit<NewOriginal, 'position'>[] {
  return receipt.map((file) => {
    const day = purchaseDay(file) ?? file.capturedOn
    const { labelSuggested: suggested, labelConfirmed: confirmed } = labelsOf(file)
    const label = effectiveLabel({ suggested, confirmed })
    const { supplier, totalCents, fileId, type, sha256, sizeBytes, crc32 } = file
    const path = originalPath({
      folder,
      label,
      day,
      supplier,
      totalCents,
      page: pageSuffix(file),
      fileId,
      type,
    })
    return { receiptId: file.id, path, sha256, sizeBytes, crc32, modifiedOn: day }
  })
}

function labelsOf({ labelSuggested, labelConfirmed }: YearReceipt[number]) {
  return {
    labelSuggested: labelSuggested as DeductionLabel | null,
    labelConfirmed: labelConfirmed as DeductionLabel | null,
  }
}

const evidenceTypes: Record<EvidenceKind, EvidenceType> = {
  smallExpense: 'small_expense',
  unobtainable: 'unobtainable',
  bankLine: 'bank_line',
}

export function expenseRow(
  expense: ExpenseWithoutReceipt,
  { lodgedReturn, carMethod }: Pick<Requirements, 'lodgedReturn' | 'carMethod'>,
): PackRow {
  return {
    id: expense._id,
    incurredOn: expense.paidOn,
    documentDate: null,
    supplier: expense.supplier,
    supplierAbn: null,
    description: expense.description,
    category: '',
    labelSuggested: null,
    labelConfirmed: expense.label,
    currency: 'AUD',
    totalCents: expense.amountCents,
    spentCents: expense.amountCents,
    gstCents: null,
    workUsePercent: expense.workUsePercent,
    claimableCents: expense.claimableCents,
    isReimbursed: null,
    method: purposeOf(expense) === CAR_LABEL ? carMethod : null,
    asset: describeAsset(expense.lastClaimedYear, expense.mayBeAsset),
    evidenceType: evidenceTypes[expense.kind],
    missing: [],
    uploadedAt: expense.enteredAt,
    isEditedAfterLodgement: isEditedAfter(
      lodgedReturn,
      new Date(expense.enteredAt),
      new Date(expense.changedAt),
    ),
    note: expense.note,
    files: [],
  }
}

/** An expense without a receipt for an asset of an earlier year. */
export function earlierExpenseRow(
  expense: ExpenseWithoutReceipt,
  requirements: Parameters<typeof expenseRow>[1],
): PackRow {
  return { ...expenseRow(expense, requirements), claimedUntil: expense.lastClaimedYear! }
}
