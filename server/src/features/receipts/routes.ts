import { api, fileTypes, receiptRefusals } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { route } from '#platform/http/route.ts'
import { downloadCategory, downloadDraft, downloadFile } from './downloads.ts'
import { findWaitingDraft } from './drafts-store.ts'
import {
  editFacts,
  editFile,
  moveReceipt,
  removeReceipt,
  restoreReceipt,
  showReceipt,
} from './edit-receipt.ts'
import { previewNudge } from './jobs.ts'
import { listReceipts, listTrash, summarise } from './list-receipts.ts'
import { presentDraft } from './present.ts'
import { previewsOf } from './previews.ts'
import { findVersion } from './receipts-store.ts'
import { saveReceipt } from './save-receipt.ts'
import { uploadAllowance } from './upload-allowance.ts'
import { mostBytes, uploadFile } from './upload-file.ts'

const MOST_FILES = 20

export function receiptRoutes(app: FastifyInstance, deps: Deps): void {
  const { receipts } = api
  const previews = previewsOf(deps)
  const allowance = uploadAllowance(deps)
  const nudge = previewNudge(deps)
  const soon = () => {
    previews.giveWay()
    nudge()
  }
  const pictures = { isLocked: (path: string) => previews.isLocked(path), soon }
  app.addHook('onClose', () => previews.close())

  const waitingDraft = async (ownerId: string, id: string) => {
    const found = await findWaitingDraft(deps.db, ownerId, id, deps.now())
    if (!found) throw new Refusal(receiptRefusals.draftNotFound)
    return found
  }

  route(app, receipts.rules, async () => ({
    maxBytes: mostBytes(deps),
    maxFiles: MOST_FILES,
    types: fileTypes.map(({ type }) => type),
  }))
  route(app, receipts.uploadFile, ({ actor, body, idempotencyKey }) =>
    uploadFile(deps, { pictures, allowance }, actor, body, idempotencyKey),
  )
  route(app, receipts.draft, async ({ actor, params }) =>
    presentDraft(await waitingDraft(actor.id, params.draftId)),
  )
  route(app, receipts.draftFile, ({ actor, params }) => downloadDraft(deps, actor, params.draftId))
  route(app, receipts.draftPreview, async ({ actor, params, query }) =>
    previews.show(deps, await waitingDraft(actor.id, params.draftId), wanted(query)),
  )
  route(app, receipts.save, ({ actor, body, idempotencyKey }) =>
    saveReceipt(deps, actor, body, idempotencyKey),
  )

  route(app, receipts.list, ({ actor, query }) => listReceipts(deps, actor, query))
  route(app, receipts.summary, ({ actor }) => summarise(deps, actor))
  route(app, receipts.trash, ({ actor, query }) => listTrash(deps, actor, query))
  route(app, receipts.details, ({ actor, params }) => showReceipt(deps, actor, params.uploadId))

  route(app, receipts.editFile, ({ actor, params, body }) => editFile(deps, actor, params, body))
  route(app, receipts.move, ({ actor, params, body }) =>
    moveReceipt(deps, actor, params.uploadId, body.category),
  )
  route(app, receipts.editFacts, ({ actor, params, body }) => editFacts(deps, actor, params.uploadId, body))
  route(app, receipts.remove, ({ actor, params }) => removeReceipt(deps, actor, params.uploadId))
  route(app, receipts.restore, ({ actor, params }) => restoreReceipt(deps, actor, params.uploadId))

  route(app, receipts.preview, async ({ actor, query }) => {
    const { id, file, version } = query
    const found = await findVersion(deps.db, actor.id, { receiptId: id, fileId: file, version })
    if (!found) throw new Refusal(receiptRefusals.fileNotFound)
    return previews.show(deps, found, wanted(query))
  })
  route(app, receipts.download, ({ actor, query }) => downloadFile(deps, actor, query))
  route(app, receipts.downloadAll, ({ actor, query }) => downloadCategory(deps, actor, query))
}

function wanted({ size, again }: { size: 'thumbnail' | 'page'; again?: string | undefined }) {
  return { size, isAgain: again === 'true' }
}
