import { api, fileTypes, type Parsed, receiptRefusals } from '@docketbox/contract'
import { MAX_FILES } from '@docketbox/contract/receipts/drafts/filing'
import type { FastifyInstance } from 'fastify'
import { openPreview } from '#features/files'
import { showTaxProfile } from '#features/tax-profiles'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { route } from '#platform/http/route.ts'
import { adjustDraft, originalOf, undoAdjustment } from './adjusting/adjust-draft.ts'
import { adjustFile, restoreVersion } from './adjusting/adjust-file.ts'
import { changeReceipts, undoChange } from './bulk/change-receipts.ts'
import {
  editFacts,
  editFile,
  moveReceipt,
  removeReceipt,
  restoreReceipt,
  showReceipt,
} from './editing/edit-receipt.ts'
import { downloadFile, downloadSelected, openOriginal } from './export/download-files.ts'
import { saveReceipt, saveReceipts } from './filing/save-receipt.ts'
import { unfile } from './filing/unfile.ts'
import { keepDuplicate } from './duplicates/keep.ts'
import { mergeDuplicate, undoMerge } from './duplicates/merge.ts'
import { editLabel, updateTaxProfile } from './labels/edit-label.ts'
import { requireShared } from './guests.ts'
import { listReceipts, listToCheck, listBin, summarise } from './listing/list-receipts.ts'
import { describeDraft } from './reading/describe.ts'
import {
  discardDraft,
  editDraft,
  findSentFile,
  listDiscardedDrafts,
  listDrafts,
  restoreDraft,
} from './reading/drafts.ts'
import { readAgain, readAll, readingProgress, readingStatus, stopReading } from './reading/requests.ts'
import { deletePermanently } from './retention/delete-permanently.ts'
import { restoreDeleted } from './bulk/restore-deleted.ts'
import { emptyBin } from './retention/empty-bin.ts'
import { setLastClaim } from './retention/last-claim.ts'
import { listRetentionYears } from './retention/retention-years.ts'
import { searchReceipts } from './search/search-receipts.ts'
import { splitDraft, undoSplit } from './splitting/split.ts'
import { findVersion } from './store.ts'
import { listViews, removeView, saveView } from './views/views.ts'
import { findUnclaimedDraft } from './upload/drafts-store.ts'
import { maxUploadBytes, uploadFile } from './upload/upload-file.ts'
import type { Uploads } from './upload/uploads.ts'

export function receiptRoutes(app: FastifyInstance, deps: Deps, uploads: Uploads): void {
  const { receipts } = api
  const draftOf = async (
    ownerId: string,
    id: string,
    { original }: { original?: string | undefined } = {},
  ) => {
    const draft = await findUnclaimedDraft(deps.db, ownerId, id, deps.now())
    if (!draft) throw new Refusal(receiptRefusals.draftNotFound)
    return original === 'true' ? originalOf(deps.db, draft) : draft
  }
  const requestWork = () => {
    uploads.requestPreviews()
    uploads.requestReading()
    uploads.requestComparison()
  }

  route(app, receipts.rules, async () => ({
    maxBytes: maxUploadBytes(deps),
    maxFiles: MAX_FILES,
    types: fileTypes.map(({ type }) => type),
  }))
  route(app, receipts.uploadFile, ({ scope, body, query, idempotencyKey }) =>
    uploadFile(deps, uploads, scope, { file: body, use: 'receipt', ...query }, idempotencyKey),
  )
  // This needs no plan. Filing the picture as a receipt would.
  route(app, receipts.uploadPicture, ({ scope, body, idempotencyKey }) =>
    uploadFile(deps, uploads, scope, { file: body, use: 'picture' }, idempotencyKey),
  )
  route(app, receipts.sentFile, ({ scope, query }) => findSentFile(deps, scope, query.key))
  route(app, receipts.draft, async ({ scope, params }) =>
    describeDraft(deps, scope.ownerId, await draftOf(scope.ownerId, params.draftId)),
  )
  route(app, receipts.drafts, ({ scope, query }) => listDrafts(deps, scope, query))
  route(app, receipts.discarded, ({ scope }) => listDiscardedDrafts(deps, scope))
  route(app, receipts.editDraft, ({ scope, params, body }) => editDraft(deps, scope, params.draftId, body))
  route(app, receipts.discardDraft, ({ scope, params }) => discardDraft(deps, scope, params.draftId))
  route(app, receipts.restoreDraft, ({ scope, params }) => restoreDraft(deps, scope, params.draftId))
  route(app, receipts.draftFile, async ({ scope, params, query }) =>
    openOriginal(deps, await draftOf(scope.ownerId, params.draftId, query)),
  )
  route(app, receipts.draftPreview, async ({ scope, params, query }) =>
    openPreview(deps, await draftOf(scope.ownerId, params.draftId, query), previewOptions(query)),
  )
  route(app, receipts.adjustDraft, async ({ scope, params, body }) => {
    const draft = await adjustDraft(deps, scope, params.draftId, body)
    requestWork()
    return draft
  })
  route(app, receipts.undoAdjustment, ({ scope, params }) => undoAdjustment(deps, scope, params.draftId))
  route(app, receipts.adjustFile, async ({ params, body, ...caller }) => {
    const receipt = await adjustFile(deps, caller, params, body)
    requestWork()
    return receipt
  })
  route(app, receipts.restoreVersion, ({ params, body, ...caller }) =>
    restoreVersion(deps, caller, params, body.version),
  )
  route(app, receipts.save, ({ scope, body, idempotencyKey }) =>
    saveReceipt(deps, scope, body, idempotencyKey),
  )

  route(app, receipts.splitDraft, ({ scope, params, body }) =>
    splitDraft(deps, uploads, scope, { id: params.draftId, receipts: body.receipts }),
  )
  route(app, receipts.undoSplit, ({ scope, params }) => undoSplit(deps, scope, params.draftId))
  route(app, receipts.fileDrafts, async ({ scope, body, idempotencyKey }) => ({
    docs: await saveReceipts(deps, scope, body.receipts, idempotencyKey),
  }))
  route(app, receipts.unfile, ({ body, ...caller }) => unfile(deps, caller, body.receipts))
  route(app, receipts.keepDuplicate, ({ scope, body }) => keepDuplicate(deps, scope, body))
  route(app, receipts.mergeDuplicate, ({ body, ...caller }) => mergeDuplicate(deps, caller, body))
  route(app, receipts.undoMerge, ({ params, ...caller }) => undoMerge(deps, caller, params.mergeId))
  route(app, receipts.list, ({ scope, query }) => listReceipts(deps, scope, query))
  route(app, receipts.search, ({ scope, query }) => searchReceipts(deps, scope, query))
  route(app, receipts.bulk, ({ body, idempotencyKey, ...caller }) =>
    changeReceipts(deps, caller, body, idempotencyKey),
  )
  route(app, receipts.undoBulk, ({ params, ...caller }) => undoChange(deps, caller, params.changeId))
  route(app, receipts.views, ({ scope }) => listViews(deps, scope))
  route(app, receipts.saveView, ({ scope, params, body }) => saveView(deps, scope, params.viewId, body))
  route(app, receipts.removeView, ({ scope, params }) => removeView(deps, scope, params.viewId))
  route(app, receipts.summary, ({ scope }) => summarise(deps, scope))
  route(app, receipts.toCheck, ({ scope }) => listToCheck(deps, scope))
  route(app, receipts.bin, ({ scope, query }) => listBin(deps, scope, query))
  route(app, receipts.details, ({ scope, params }) => showReceipt(deps, scope, params.uploadId))

  route(app, receipts.editFile, ({ params, body, ...caller }) => editFile(deps, caller, params, body))
  route(app, receipts.move, ({ scope, params, body }) =>
    moveReceipt(deps, scope, params.uploadId, body.category),
  )
  route(app, receipts.editFacts, ({ scope, params, body }) => editFacts(deps, scope, params.uploadId, body))
  route(app, receipts.editLabel, ({ scope, params, body }) => editLabel(deps, scope, params.uploadId, body))
  route(app, receipts.taxProfile, ({ scope }) => showTaxProfile(deps, scope.ownerId))
  route(app, receipts.updateTaxProfile, ({ scope, body }) => updateTaxProfile(deps, scope, body))
  route(app, receipts.readAgain, ({ scope, params }) => readAgain(deps, scope, params.uploadId))
  route(app, receipts.readAll, ({ scope }) => readAll(deps, scope))
  route(app, receipts.stopReading, ({ scope }) => stopReading(deps, scope))
  route(app, receipts.readingProgress, ({ scope }) => readingProgress(deps, scope))
  route(app, receipts.readingStatus, ({ scope }) => readingStatus(deps, scope))
  route(app, receipts.remove, ({ params, ...caller }) => removeReceipt(deps, caller, params.uploadId))
  route(app, receipts.setLastClaim, ({ scope, params, body }) =>
    setLastClaim(deps, scope, params.uploadId, body),
  )
  route(app, receipts.deletePermanently, ({ params, body, ...caller }) =>
    deletePermanently(deps, caller, params.uploadId, body),
  )
  route(app, receipts.retentionYears, ({ scope, query }) => listRetentionYears(deps, scope, query))
  route(app, receipts.emptyBin, ({ body, ...caller }) => emptyBin(deps, caller, body))
  route(app, receipts.restoreDeleted, ({ body, ...caller }) =>
    restoreDeleted(deps, caller, new Date(body.deletedAt)),
  )
  route(app, receipts.restore, ({ params, ...caller }) => restoreReceipt(deps, caller, params.uploadId))

  route(app, receipts.preview, async ({ scope, query }) => {
    const { id, file, version } = query
    await requireShared(deps.db, scope, { receiptId: id, fileId: file, version })
    const stored = await findVersion(deps.db, scope.ownerId, { receiptId: id, fileId: file, version })
    if (!stored) throw new Refusal(receiptRefusals.fileNotFound)
    return openPreview(deps, stored, previewOptions(query))
  })
  route(app, receipts.download, ({ scope, query }) => downloadFile(deps, scope, query))
  route(app, receipts.downloadAll, ({ scope, query }) => downloadSelected(deps, scope, query))
}

function previewOptions({ size, page, again }: Parsed<typeof api.receipts.draftPreview>['query']) {
  return { size, page, force: again === 'true' }
}
