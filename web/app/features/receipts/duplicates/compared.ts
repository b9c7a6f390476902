import { formatCents, parseCents } from '@docketbox/contract/core/money'
import { formatLabel } from '@docketbox/contract/receipts/deduction-labels'
import { formatAmount, purchaseDay, receiptAmount } from '@docketbox/contract/receipts/naming'
import { mergedText } from '@docketbox/contract/receipts/drafts/merged-texts'
import type { Draft, DuplicateOf, Receipt } from '@docketbox/contract/receipts/schemas'
import { formatDayUnbroken, plainDate } from '#platform/format/dates.ts'
import type { TypedSince } from '../pending/row-sync.ts'
import { valuesOf } from '../to-file/row/row-values.ts'

/** A draft or a receipt, to be compared with another one. Texts are empty where nothing is known. */
export type Compared = {
  supplier: string
  total: string
  date: string
  gst: string
  /** What the user wrote. */
  description: string
  /** The id of its category. */
  category: string
  /** The day it was added. */
  added: string
  paid: string
  workUse: string
  reimbursed: string
  /** The one its owner confirmed. */
  label: string
  note: string
  source: { draft: Draft; unsaved?: TypedSince | undefined } | { receipt: Receipt }
}

/**
 * A draft as it was read and changed.
 * @param unsaved what the server may not have of that yet.
 */
export function comparedDraft(draft: Draft, unsaved?: TypedSince): Compared {
  const { supplier, total, date, description } = valuesOf(draft, draft.edit ?? {})
  const cents = parseCents(total)
  const gst = draft.reading.fields?.gstCents
  return {
    supplier: supplier.trim(),
    total: cents === undefined ? '' : formatCents(cents),
    date: date && formatDayUnbroken(date),
    gst: gst ? formatCents(gst.value) : '',
    description: description.trim(),
    category: '',
    added: plainDate(draft.createdAt),
    paid: '',
    workUse: '',
    reimbursed: '',
    label: '',
    note: '',
    source: { draft, unsaved },
  }
}

export function comparedReceipt(receipt: Receipt): Compared {
  const { facts, sources, description, category, label } = receipt
  const { paidDate, workUsePercent, isReimbursed, note } = facts
  const day = purchaseDay(facts)
  return {
    supplier: facts.supplier ?? '',
    total: receiptAmount(receipt) ?? '',
    date: day ? formatDayUnbroken(day) : '',
    gst: facts.gstCents === null ? '' : formatAmount(facts.gstCents, facts.currency),
    description: sources.description === 'default' ? '' : description,
    category,
    added: plainDate(receipt.createdAt),
    paid: paidDate ? formatDayUnbroken(paidDate) : '',
    workUse: workUsePercent === null ? '' : `${workUsePercent}%`,
    reimbursed: isReimbursed === null ? '' : isReimbursed ? 'Yes' : 'No',
    label: label.confirmed ? formatLabel(label.confirmed) : '',
    note: note ?? '',
    source: { receipt },
  }
}

/** The name of something in a sentence: `Shell, $68.20, 3 Mar 2026`; empty when nothing is known. */
export function nameOf({ supplier, description, total, date }: Compared): string {
  return [supplier || description, total, date].filter(Boolean).join(', ')
}

/** Why something seems to be there already. */
export function reasonText(reason: DuplicateOf['reason'], other: Compared): string {
  const isFiled = 'receipt' in other.source
  const name = nameOf(other)
  const filed = name ? `It’s filed as ${name}.` : `You filed it on ${other.added}.`
  const where = isFiled ? filed : 'It’s waiting to be filed.'
  if (reason === 'file') return `You’ve already added this file. ${where}`
  if (reason === 'image')
    return `You’ve already added ${isPdf(other) ? 'a PDF that looks like this' : 'this photo'}. ${where}`
  return `You already have a receipt from ${other.supplier} for ${other.total} on ${other.date}.`
}

/** What becomes of descriptions and notes when something is merged into an earlier one. */
export function keptText(item: Compared, earlier: Compared): string {
  const isTooLong = (name: 'description' | 'note') =>
    mergedText(name, earlier[name], { added: item[name] }) === undefined
  const [description, note] = [isTooLong('description'), isTooLong('note')]
  if (description && note)
    return 'Their descriptions are too long together, and so are their notes. Only the earlier one’s are kept.'
  if (description)
    return 'Their descriptions are too long together, so only the earlier one’s is kept. Notes of both are kept.'
  if (note)
    return 'Their notes are too long together, so only the earlier one’s is kept. Descriptions of both are kept.'
  return 'Descriptions and notes of both are kept.'
}

function isPdf({ source }: Compared): boolean {
  const { type } = 'draft' in source ? source.draft : (source.receipt.file[0] ?? { type: '' })
  return type === 'application/pdf'
}

/** Says what it looks like in two lines on a phone, so that it doesn't cover the categories above it. */
export function likenessText(other: Compared): string {
  return `Looks like the one you ${'receipt' in other.source ? 'filed' : 'uploaded'} on ${other.added}.`
}
