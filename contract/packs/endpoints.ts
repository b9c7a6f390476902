import { z } from 'zod'
import { endpoint, file } from '../core/endpoint.ts'
import { incomeYear } from '../core/schemas/fields.ts'
import { listOf } from '../core/schemas/list.ts'
import { refusals } from '../core/refusal.ts'
import { receiptRefusals } from '../receipts/texts.ts'
import { yearRefusals } from '../years/texts.ts'

/** How many packs of a year are kept; a further one replaces the oldest. */
export const MAX_PACKS = 10

/** Accounting software a pack can have a file for. */
export const packFormats = ['xero', 'myob'] as const
export type PackFormat = (typeof packFormats)[number]
export const packFormatNames: Record<PackFormat, string> = { xero: 'Xero', myob: 'MYOB' }

export const packStates = ['waiting', 'building', 'ready', 'failed'] as const
export type PackState = (typeof packStates)[number]

/** Everything of an income year as it was at one moment, as one zip. */
export const pack = z.object({
  _id: z.uuid(),
  incomeYear: z.string(),
  state: z.enum(packStates),
  /** In percent. */
  progress: z.int().min(0).max(100),
  formats: z.array(z.enum(packFormats)),
  requestedAt: z.string(),
  /** The moment whose data it has; null until then. */
  takenAt: z.string().nullable(),
  receipts: z.int(),
  /** Original files, and how many of them have been checked. */
  files: z.int(),
  checkedFiles: z.int(),
  /** Files that are damaged and therefore not in it. */
  leftOut: z.int(),
  /** Null until it's ready. */
  sizeBytes: z.int().nullable(),
  /** The fingerprint of `manifest.json`, which has those of all other files. */
  manifestSha256: z.string().nullable(),
})
export type Pack = z.infer<typeof pack>

export const packRefusals = refusals('packs', {
  notFound: [404, 'We couldn’t find this pack. Please make a new one.'],
  notReady: [409, 'This pack isn’t ready yet.'],
  outdated: [
    410,
    'A receipt in this pack has been permanently deleted, so you can’t download it any more. Please make a new one.',
  ],
  damaged: [
    410,
    'A file in this pack can’t be read any more, so we’re making a new pack without it. It’ll be ready in a moment.',
  ],
})

const byYear = z.object({ incomeYear })
const byId = z.object({ packId: z.uuid() })
const { notFound, notReady, outdated, damaged } = packRefusals

export const packEndpoints = {
  request: endpoint('POST /api/years/:incomeYear/packs', {
    right: 'receipts:write',
    summary:
      'Starts making a pack for an income year, or returns the one that’s being made. Needs no active plan.',
    params: byYear,
    body: z.strictObject({ formats: z.array(z.enum(packFormats)).max(packFormats.length).default([]) }),
    status: 202,
    response: z.object({ _id: z.uuid() }),
    refusals: [yearRefusals.notStarted],
    limits: [{ per: 'account', max: 60, windowSeconds: 3600 }],
  }),
  list: endpoint('GET /api/years/:incomeYear/packs', {
    right: 'receipts:read',
    guests: { logs: null },
    summary:
      'The packs for an income year, the latest first. Guests get none with a receipt that has since been deleted, moved to another year or given another file.',
    params: byYear,
    response: listOf(pack),
  }),
  show: endpoint('GET /api/packs/:packId', {
    right: 'receipts:read',
    guests: { logs: 'openPack', about: 'packId' },
    summary: 'A pack and its progress.',
    params: byId,
    response: pack,
    refusals: [notFound],
  }),
  download: endpoint('GET /api/packs/:packId/file', {
    right: 'receipts:read',
    guests: { logs: 'downloadPack', about: 'packId' },
    summary:
      'A pack as a zip, which can be resumed with Range and If-Range. Guests without originals get its documents only.',
    params: byId,
    response: file,
    cost: 'archive',
    refusals: [notFound, notReady, outdated, damaged],
    limits: [{ per: 'account', max: 600, windowSeconds: 3600 }],
  }),
  statement: endpoint('GET /api/upload/:uploadId/integrity-statement', {
    right: 'receipts:read',
    summary:
      'A PDF about the files of a receipt: their SHA-256, when they were stored, and the checks they’ve passed since.',
    params: z.object({ uploadId: z.uuid() }),
    response: file,
    refusals: [receiptRefusals.notFound],
    limits: [{ per: 'account', max: 120, windowSeconds: 3600 }],
  }),
}
