import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { commonRefusals } from '../core/refusal.ts'
import { incomeYear } from '../core/schemas/fields.ts'
import { uuid } from '../core/schemas/uuid.ts'
import { listOf } from '../core/schemas/list.ts'
import { deductionLabel } from '../receipts/deduction-labels.ts'
import { newReceipt } from '../receipts/drafts/filing.ts'
import { receiptRefusals } from '../receipts/texts.ts'
import { subscriptionRefusals } from '../subscriptions/endpoints.ts'
import { note, noteText, roomRefusals } from './schemas.ts'

const byNote = z.object({ noteId: uuid })
const aboutYear = z.strictObject({ incomeYear })
const about = z.union([z.strictObject({ receipt: z.uuid() }), aboutYear])
/** `known`: the `reviewableHash` of the receipt that was reviewed. The mark is refused if it has changed since. */
const reviewed = z.union([z.strictObject({ receipt: z.uuid(), known: z.string().length(64) }), aboutYear])
const { noteNotFound, alreadyAnswered, ended } = roomRefusals

/** Requests, comments, reviewed marks and proposed labels. */
export const noteEndpoints = {
  notes: endpoint('GET /api/room-notes', {
    right: 'rooms:comment',
    guests: { logs: null },
    summary: 'Requests, comments, reviewed marks and proposed labels, newest first, at most 2,000.',
    query: z.object({
      receipt: z.uuid().optional(),
      incomeYear: incomeYear.optional(),
      /** `true`: only what waits for the owner. */
      open: z.enum(['true', 'false']).optional(),
      /** `true`: a guest has them on screen, so they needn’t be emailed about answers. Assumed with `receipt`. */
      read: z.literal('true').optional(),
    }),
    response: listOf(note),
  }),
  addNote: endpoint('POST /api/room-notes', {
    right: 'rooms:comment',
    guests: { logs: null },
    summary:
      'Adds to a share: guests ask, comment, mark receipts as reviewed and propose labels; owners comment.',
    body: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('request'), about, text: noteText }),
      z.strictObject({
        kind: z.literal('comment'),
        about,
        text: noteText,
        /** Which share it's for; owners only. */
        room: z.uuid().optional(),
      }),
      z.strictObject({ kind: z.literal('reviewed'), about: reviewed }),
      z.strictObject({
        kind: z.literal('label'),
        about: z.strictObject({ receipt: z.uuid() }),
        label: deductionLabel,
      }),
    ]),
    status: 201,
    response: note,
    refusals: [
      roomRefusals.notFound,
      receiptRefusals.notFound,
      ended,
      roomRefusals.accessEnded,
      roomRefusals.yearNotShared,
      roomRefusals.keyReused,
      commonRefusals.changed,
    ],
    limits: [{ per: 'account', max: 600, windowSeconds: 3600 }],
    idempotent: true,
  }),
  answerNote: endpoint('POST /api/room-notes/:noteId/answer', {
    right: 'rooms:write',
    summary:
      'Answers a request with a text, a receipt or both, or decides on a proposed label. Files an upload in the same step, all or nothing.',
    params: byNote,
    body: z
      .strictObject({
        text: noteText.optional(),
        receipt: z.uuid().optional(),
        /** An upload that becomes another page of the receipt that was asked about. */
        draft: z.uuid().optional(),
        newReceipt: newReceipt.optional(),
        accept: z.boolean().optional(),
      })
      .refine(
        ({ receipt, draft, newReceipt }) =>
          [receipt, draft, newReceipt].filter((given) => given !== undefined).length <= 1,
        'Answer with one receipt.',
      ),
    response: note,
    refusals: [
      noteNotFound,
      alreadyAnswered,
      ended,
      roomRefusals.yearNotShared,
      receiptRefusals.notFound,
      receiptRefusals.inTrash,
      receiptRefusals.unknownCategory,
      receiptRefusals.draftNotFound,
      receiptRefusals.draftTaken,
      receiptRefusals.someDraftsTaken,
      receiptRefusals.tooManyFiles,
      subscriptionRefusals.noActivePlan,
    ],
  }),
  undoDecision: endpoint('POST /api/room-notes/:noteId/undo', {
    right: 'rooms:write',
    summary:
      'Undoes the owner’s decision on a proposed label. The receipt gets its earlier label back, unless it has been changed since.',
    params: byNote,
    response: note,
    refusals: [noteNotFound, receiptRefusals.notFound, receiptRefusals.inTrash],
  }),
  removeNote: endpoint('DELETE /api/room-notes/:noteId', {
    right: 'rooms:comment',
    guests: { logs: null },
    summary: 'Deletes one of the caller’s notes, unless it has been answered.',
    params: byNote,
    response: z.object({ _id: z.uuid() }),
    refusals: [noteNotFound, alreadyAnswered],
  }),
}
