import type { Receipt, ReceiptDetails, ReceiptFile } from '@docketbox/contract/receipts/schemas'

export const fuel = { _id: '01937000-0000-7000-8000-000000000001', name: 'Fuel, Car Repair and Servicing' }
export const travel = { _id: '01937000-0000-7000-8000-000000000002', name: 'Travel expenses' }

export function fileOf(changes: Partial<ReceiptFile> = {}): ReceiptFile {
  return {
    _id: '01a1f98c-b7c0-73be-90be-d80dc65f7001',
    uri: 'file:1',
    title: 'Shell.docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    size: 1_048_576,
    width: null,
    height: null,
    pages: null,
    preview: 'none',
    description: 'Trip to client',
    version: 1,
    ...changes,
  }
}

export function receiptOf(changes: Partial<Receipt> = {}): Receipt {
  return {
    _id: '01a1f98c-b7c0-73be-90be-d80dc65f0001',
    category: fuel._id,
    description: 'Trip to client',
    createdAt: '2026-03-03T02:00:00.000Z',
    updatedAt: '2026-03-03T02:00:00.000Z',
    deletedAt: null,
    capturedOn: '2026-03-03',
    incomeYear: '2025-26',
    file: [fileOf()],
    facts: {
      supplier: null,
      supplierAbn: null,
      documentDate: null,
      paidDate: null,
      totalCents: null,
      gstCents: null,
      currency: 'AUD',
      audCents: null,
      workUsePercent: null,
      buyer: null,
      isReimbursed: null,
      note: null,
    },
    sources: { description: 'typed' },
    suggestions: null,
    lastClaimedYear: null,
    mayBeAsset: false,
    missing: ['supplier', 'amount', 'date'],
    label: { suggested: 'D1', confirmed: null, questions: [] },
    describedAt: '2026-03-03T02:00:00.000Z',
    spentCents: null,
    claimableCents: null,
    ...changes,
  }
}

/** Receipts of these suppliers: the first of $10, the second of $20 … */
export function receiptsFrom(suppliers: string[]): Receipt[] {
  return suppliers.map((supplier, index) => {
    const facts = {
      ...receiptOf().facts,
      supplier,
      totalCents: 1000 * (index + 1),
      documentDate: '2026-03-01',
    }
    return receiptOf({ _id: `01a1f98c-b7c0-73be-90be-d80dc65f000${index}`, facts })
  })
}

export function detailsOf(receipt: Receipt): ReceiptDetails {
  const { _id, version, title, type, size, width, height, pages, preview } = receipt.file[0]!
  const fileFields = { title, type, size, width, height, pages, preview }
  return {
    ...receipt,
    versions: [
      {
        ...fileFields,
        file: _id,
        version,
        sha256: 'ab'.repeat(32),
        createdAt: receipt.createdAt,
        replacedAt: null,
      },
    ],
    readings: [{ file: _id, state: 'off', fields: null }],
  }
}
