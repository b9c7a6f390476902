import { z } from 'zod'
import { endpoint, file } from '../core/endpoint.ts'
import { commonRefusals } from '../core/refusal.ts'
import { asRead } from '../core/schemas/as-read.ts'
import { listOf, pageQuery } from '../core/schemas/list.ts'
import { fileAdjustment, fileVersion } from './drafts/adjustment.ts'
import { knownValues } from './drafts/edits.ts'
import { draftEndpoints, MAX_ADJUSTED_PER_HOUR } from './drafts/endpoints.ts'
import { previewQuery } from './drafts/preview-query.ts'
import { readingProgress, readingStatus, receipt, receiptDetails, receiptSummary } from './schemas.ts'
import { receiptFacts, receiptFactsChange, title } from './facts.ts'
import { claimed, draftUri, newReceipt } from './drafts/filing.ts'
import { labelEndpoints } from './labels/endpoints.ts'
import { retentionEndpoints } from './retention-endpoints.ts'
import { listFilter, searchEndpoints, selectedIds, shownFilter } from './search-endpoints.ts'
import { subscriptionRefusals } from '../subscriptions/endpoints.ts'
import { receiptRefusals, receiptTexts } from './texts.ts'
import { viewEndpoints } from './view-endpoints.ts'

const byId = z.object({ uploadId: z.uuid() })
const byFile = z.object({ uploadId: z.uuid(), fileId: z.uuid() })
const version = z.coerce.number().int().min(1).max(1_000_000).optional()
const { notFound, fileNotFound, inTrash, unknownCategory, draftNotFound, draftTaken } = receiptRefusals
const { someDraftsTaken, noPreview, lockedPreview, pictureChanged, notAdjustable, storageUsedUp } =
  receiptRefusals
const { noActivePlan } = subscriptionRefusals

export const receiptEndpoints = {
  ...draftEndpoints,
  ...searchEndpoints,
  ...viewEndpoints,
  ...labelEndpoints,
  ...retentionEndpoints,
  save: endpoint('POST /api/upload', {
    right: 'receipts:write',
    summary:
      'Saves drafts to a category, as one receipt. Fills in what was typed about the first one elsewhere, unless it’s one of the known values. Needs an active plan, now or when they were uploaded.',
    body: newReceipt.extend({ known: knownValues.optional() }),
    status: 201,
    response: receipt,
    refusals: [noActivePlan, unknownCategory, draftNotFound, draftTaken, someDraftsTaken],
    idempotent: true,
  }),
  list: endpoint('GET /api/user-ticketing', {
    right: 'receipts:read',
    guests: { logs: 'listReceipts', about: 'incomeYear' },
    summary:
      'The caller’s receipts, newest first. Can be filtered by category and income year, and searched by q as in /api/receipts. Counts every match.',
    query: z.object({ ...listFilter, ...pageQuery({ limit: 50, maxLimit: 200 }) }),
    response: listOf(receipt),
    refusals: [unknownCategory],
  }),
  bin: endpoint('GET /api/upload/trash', {
    right: 'receipts:read',
    summary: 'Receipts in the bin, the most recently deleted first.',
    query: z.object(pageQuery({ limit: 50, maxLimit: 200 })),
    response: listOf(receipt),
  }),
  details: endpoint('GET /api/upload/:uploadId', {
    right: 'receipts:read',
    guests: { logs: 'openReceipt', about: 'uploadId' },
    summary: 'One of the caller’s receipts, with every version of its files.',
    params: byId,
    response: receiptDetails,
    refusals: [notFound],
  }),
  editFile: endpoint('PATCH /api/upload/:uploadId/:fileId', {
    right: 'receipts:write',
    summary: 'Renames a file, or replaces it with a draft as a new version. The old version stays.',
    params: byFile,
    body: z.strictObject({ title: title.optional(), uri: draftUri.optional(), ...claimed }),
    response: receipt,
    refusals: [noActivePlan, notFound, fileNotFound, inTrash, draftNotFound, draftTaken],
  }),
  adjustFile: endpoint('POST /api/upload/:uploadId/:fileId/adjust', {
    right: 'receipts:write',
    summary:
      'Crops, straightens or rotates a picture as a new version. The old version stays. Needs an active plan.',
    params: byFile,
    body: fileAdjustment,
    response: receipt,
    refusals: [noActivePlan, notFound, fileNotFound, inTrash, pictureChanged, notAdjustable, storageUsedUp],
    limits: [{ per: 'account', max: MAX_ADJUSTED_PER_HOUR, windowSeconds: 3600 }],
  }),
  restoreVersion: endpoint('POST /api/upload/:uploadId/:fileId/restore', {
    right: 'receipts:write',
    summary: 'Restores a previous version of a file, as a new version with its content.',
    params: byFile,
    body: z.strictObject({ version: fileVersion }),
    response: receipt,
    refusals: [notFound, fileNotFound, inTrash],
  }),
  move: endpoint('PATCH /api/upload/:uploadId', {
    right: 'receipts:write',
    summary: 'Moves a receipt to another category.',
    params: byId,
    body: z.strictObject({ category: z.uuid(receiptTexts.categoryRequired) }),
    response: receipt,
    refusals: [notFound, inTrash, unknownCategory, receiptRefusals.sameCategory],
  }),
  editFacts: endpoint('PATCH /api/upload/:uploadId/facts', {
    right: 'receipts:write',
    summary: 'Changes the description and the facts of a receipt: supplier, dates, amounts, work use, note.',
    params: byId,
    body: receiptFactsChange.extend({ known: asRead({ ...receiptFacts.shape, description: z.string() }) }),
    response: receipt,
    refusals: [notFound, inTrash, commonRefusals.changed],
  }),
  readAgain: endpoint('POST /api/upload/:uploadId/read', {
    right: 'receipts:write',
    summary: 'Reads the files of a receipt again. Values the user entered stay.',
    params: byId,
    status: 202,
    response: z.object({ waiting: z.number() }),
    refusals: [notFound, inTrash],
  }),
  readAll: endpoint('POST /api/receipt/readings', {
    right: 'receipts:write',
    summary: 'Reads all receipts that haven’t been read.',
    status: 202,
    response: readingProgress,
  }),
  stopReading: endpoint('DELETE /api/receipt/readings', {
    right: 'receipts:write',
    summary: 'Stops reading all receipts, after the file that’s being read.',
    response: readingProgress,
  }),
  readingProgress: endpoint('GET /api/receipt/readings', {
    right: 'receipts:read',
    summary: 'How many of the caller’s files have been read.',
    response: readingProgress,
  }),
  readingStatus: endpoint('GET /api/receipt/readings/waiting', {
    right: 'receipts:read',
    summary: 'How many of the caller’s files wait to be read.',
    response: readingStatus,
  }),
  remove: endpoint('DELETE /api/upload/:uploadId', {
    right: 'receipts:write',
    summary: 'Moves a receipt to the bin for 30 days.',
    params: byId,
    response: receipt,
    refusals: [notFound],
  }),
  restore: endpoint('POST /api/upload/:uploadId/restore', {
    right: 'receipts:write',
    summary: 'Restores a receipt from the bin.',
    params: byId,
    response: receipt,
    refusals: [notFound],
  }),
  summary: endpoint('GET /api/receipt/summary', {
    right: 'receipts:read',
    summary: 'The caller’s receipts and amounts by category and income year, and the last few saved.',
    response: receiptSummary,
  }),
  preview: endpoint('GET /api/receipt/preview', {
    right: 'receipts:read',
    guests: { logs: 'viewImage', about: 'id' },
    summary: 'A picture of a file, or of one page of a PDF: upright, without the photo’s metadata.',
    query: z.object({
      id: z.uuid(),
      file: z.uuid(),
      version,
      ...previewQuery,
    }),
    response: file,
    refusals: [fileNotFound, noPreview, lockedPreview],
  }),
  download: endpoint('GET /api/receipt/single-download', {
    right: 'receipts:read',
    guests: { logs: 'downloadFile', about: 'id' },
    summary: 'A file exactly as it was received. The current version by default.',
    query: z.object({ id: z.uuid(), file: z.uuid(), version }),
    response: file,
    refusals: [
      fileNotFound,
      receiptRefusals.originalsNotShared,
      receiptRefusals.damagedFile,
      receiptRefusals.quarantined,
    ],
  }),
  downloadAll: endpoint('GET /api/receipt/many-download', {
    right: 'receipts:read',
    guests: { logs: 'downloadFiles', about: 'incomeYear' },
    summary: 'The files of a category, an income year, a search or a selection as one zip with an index.',
    query: z.object({
      ...shownFilter,
      /** To download only these. */
      ids: selectedIds.optional(),
      /** The older client sends the id of the caller. */
      user: z.string().max(100).optional(),
    }),
    response: file,
    cost: 'archive',
    refusals: [
      notFound,
      unknownCategory,
      receiptRefusals.nothingToDownload,
      receiptRefusals.selectionChanged,
      receiptRefusals.originalsNotShared,
    ],
    limits: [{ per: 'account', max: 120, windowSeconds: 3600 }],
  }),
}
