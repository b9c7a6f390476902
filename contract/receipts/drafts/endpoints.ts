import { z } from 'zod'
import { endpoint, file } from '../../core/endpoint.ts'
import { DISCARDED_DAYS } from '../../core/limits.ts'
import { listOf, pageQuery } from '../../core/schemas/list.ts'
import { commonRefusals } from '../../core/refusal.ts'
import { adjustment, splitting } from './adjustment.ts'
import { duplicateEndpoints } from './duplicate-endpoints.ts'
import { knownValues } from './edits.ts'
import { draftEdit } from '../facts.ts'
import { draftPictureQuery, previewQuery } from './preview-query.ts'
import { newReceipt } from './filing.ts'
import { draft, receipt, uploadRules } from '../schemas.ts'
import { subscriptionRefusals } from '../../subscriptions/endpoints.ts'
import { receiptRefusals } from '../texts.ts'

/** Adjusting a picture takes a second of the server's time. */
export const MAX_ADJUSTED_PER_HOUR = 200
/** The most drafts that can be filed in one request. */
export const MAX_FILED = 200

const byDraft = z.object({ draftId: z.uuid() })
const { draftNotFound, draftTaken, noPreview, lockedPreview, notFound, unknownCategory } = receiptRefusals
const { noActivePlan } = subscriptionRefusals

const upload = {
  right: 'receipts:write',
  body: file,
  status: 201,
  response: draft,
  refusals: [
    ...Object.values(receiptRefusals).filter(({ status }) => [400, 413, 415, 422, 429].includes(status)),
    receiptRefusals.storageUsedUp,
    commonRefusals.uploadsPaused,
  ],
  idempotent: true,
} as const

/** Files that were uploaded and wait to be filed. */
export const draftEndpoints = {
  rules: endpoint('GET /api/upload/rules', {
    right: 'receipts:read',
    summary: 'Upload limits: the maximum size, the maximum number of files in a receipt, the types.',
    response: uploadRules,
  }),
  uploadFile: endpoint('POST /api/upload/image', {
    ...upload,
    refusals: [noActivePlan, ...upload.refusals],
    summary: 'Stores a file as a draft until it is filed or discarded, and reads it. Needs an active plan.',
    query: z.object({
      /** The day it was added, where the user is: their device may have been offline since. */
      capturedOn: z.iso.date().optional(),
    }),
  }),
  uploadPicture: endpoint('POST /api/upload/picture', {
    ...upload,
    summary: 'Stores a photo as a draft for 7 days. Its uri becomes a profile picture. Needs no plan.',
  }),
  sentFile: endpoint('GET /api/upload/sent', {
    right: 'receipts:read',
    summary:
      'The draft of the file that was sent with an idempotency key, and whether it waits to be filed. Null if none has arrived, or if it was filed 30 days ago or discarded 7 days ago.',
    query: z.object({ key: z.string().max(200) }),
    response: z.object({ draft: draft.nullable(), isWaiting: z.boolean() }),
  }),
  draft: endpoint('GET /api/upload/image/:draftId', {
    right: 'receipts:read',
    summary: 'A draft that hasn’t been filed.',
    params: byDraft,
    response: draft,
    refusals: [draftNotFound],
  }),
  drafts: endpoint('GET /api/upload/drafts', {
    right: 'receipts:read',
    summary: 'Uploads waiting to be filed, the oldest first.',
    query: z.object(pageQuery({ limit: 50, maxLimit: 200 })),
    response: listOf(draft),
  }),
  discarded: endpoint('GET /api/upload/discarded', {
    right: 'receipts:read',
    summary: `Uploads discarded in the last ${DISCARDED_DAYS} days, which can be restored: up to 50, the latest first.`,
    response: z.object({ docs: z.array(draft) }),
  }),
  editDraft: endpoint('PATCH /api/upload/image/:draftId', {
    right: 'receipts:write',
    summary:
      'Saves the user’s input for an upload until it’s filed. Fields left out don’t change, nor do those with a stored value other than the known ones, if any are given. Returns what’s stored.',
    params: byDraft,
    body: draftEdit.extend({ known: knownValues.optional() }),
    response: z.object({ edit: draftEdit }),
    refusals: [draftNotFound, draftTaken],
  }),
  discardDraft: endpoint('DELETE /api/upload/image/:draftId', {
    right: 'receipts:write',
    summary: 'Discards an upload that hasn’t been filed. It can be restored for 7 days.',
    params: byDraft,
    response: draft,
    refusals: [draftNotFound, draftTaken],
  }),
  adjustDraft: endpoint('POST /api/upload/image/:draftId/adjust', {
    right: 'receipts:write',
    summary: 'Crops, straightens or rotates the picture of a draft, in a copy that’s shown and read instead.',
    params: byDraft,
    body: adjustment,
    response: draft,
    refusals: [draftNotFound, draftTaken, receiptRefusals.notAdjustable, receiptRefusals.storageUsedUp],
    limits: [{ per: 'account', max: MAX_ADJUSTED_PER_HOUR, windowSeconds: 3600 }],
  }),
  undoAdjustment: endpoint('DELETE /api/upload/image/:draftId/adjust', {
    right: 'receipts:write',
    summary: 'Shows and reads the original picture of a draft again.',
    params: byDraft,
    response: draft,
    refusals: [draftNotFound, draftTaken],
  }),
  restoreDraft: endpoint('POST /api/upload/image/:draftId/restore', {
    right: 'receipts:write',
    summary: 'Restores a discarded upload.',
    params: byDraft,
    response: draft,
    refusals: [draftNotFound, draftTaken],
  }),
  splitDraft: endpoint('POST /api/upload/image/:draftId/split', {
    right: 'receipts:write',
    summary:
      'Splits a picture of several receipts into one upload each, at the given corners or at those we recognised. The picture itself stays unchanged.',
    params: byDraft,
    body: splitting,
    status: 201,
    response: z.object({ drafts: z.array(draft) }),
    refusals: [
      draftNotFound,
      draftTaken,
      receiptRefusals.cannotSplit,
      receiptRefusals.pictureChanged,
      receiptRefusals.notAdjustable,
      receiptRefusals.storageUsedUp,
    ],
    limits: [{ per: 'account', max: MAX_ADJUSTED_PER_HOUR, windowSeconds: 3600 }],
  }),
  undoSplit: endpoint('POST /api/upload/image/:draftId/unsplit', {
    right: 'receipts:write',
    summary: 'Undoes splitting a picture, unless one of its receipts has been filed.',
    params: byDraft,
    response: draft,
    refusals: [draftNotFound, draftTaken],
  }),
  fileDrafts: endpoint('POST /api/upload/drafts/file', {
    right: 'receipts:write',
    summary: 'Files drafts as several receipts, all or nothing.',
    body: z.strictObject({ receipts: z.array(newReceipt).min(1).max(MAX_FILED) }),
    status: 201,
    response: z.object({ docs: z.array(receipt) }),
    refusals: [noActivePlan, unknownCategory, draftNotFound, draftTaken, receiptRefusals.someDraftsTaken],
    idempotent: true,
  }),
  unfile: endpoint('POST /api/upload/drafts/unfile', {
    right: 'receipts:write',
    summary: 'Undoes filing, all or nothing, and returns the files to To file. Possible for 7 days.',
    body: z.strictObject({ receipts: z.array(z.uuid()).min(1).max(MAX_FILED) }),
    response: z.object({ drafts: z.array(draft) }),
    refusals: [notFound, receiptRefusals.cannotUnfile],
  }),
  ...duplicateEndpoints,
  draftFile: endpoint('GET /api/upload/image/:draftId/file', {
    right: 'receipts:read',
    summary: 'The bytes of a draft, exactly as received.',
    params: byDraft,
    query: z.object(draftPictureQuery),
    response: file,
    refusals: [draftNotFound, receiptRefusals.damagedFile, receiptRefusals.quarantined],
  }),
  draftPreview: endpoint('GET /api/upload/image/:draftId/preview', {
    right: 'receipts:read',
    summary: 'A picture of a draft: upright, without the metadata of the photo.',
    params: byDraft,
    query: z.object({ ...previewQuery, ...draftPictureQuery }),
    response: file,
    refusals: [draftNotFound, noPreview, lockedPreview],
  }),
}
