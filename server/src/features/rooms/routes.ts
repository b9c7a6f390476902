import { api } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'
import { route } from '#platform/http/route.ts'
import { enter, enterAsClient, leave, listClients, requestLink, showRoom } from './entering/enter.ts'
import { answerNote, undoDecision } from './notes/answers.ts'
import { addNote, listNotes, removeNote } from './notes/notes.ts'
import { extend } from './sharing/extend.ts'
import { listGuestLog, listShares, restore, revoke, sendLink, share } from './sharing/share.ts'

export function roomRoutes(app: FastifyInstance, deps: Deps): void {
  const { rooms } = api
  route(app, rooms.create, ({ body, idempotencyKey, ...caller }) => share(deps, caller, body, idempotencyKey))
  route(app, rooms.list, ({ scope }) => listShares(deps, scope))
  route(app, rooms.revoke, ({ params, ...caller }) => revoke(deps, caller, params.roomId))
  route(app, rooms.restore, ({ params, ...caller }) => restore(deps, caller, params.roomId))
  route(app, rooms.extend, ({ params, body, ...caller }) =>
    extend(deps, caller, { id: params.roomId, until: body.until }),
  )
  route(app, rooms.sendLink, ({ scope, params }) => sendLink(deps, scope, params.roomId))
  route(app, rooms.guestLog, ({ scope, params, query }) => listGuestLog(deps, scope, params.roomId, query))
  route(app, rooms.enter, ({ body }) => enter(deps, body))
  route(app, rooms.requestLink, ({ body }) => requestLink(deps, body.token))
  route(app, rooms.current, ({ actor }) => showRoom(deps, actor))
  route(app, rooms.leave, ({ actor, scope }) => leave(deps, { actor, scope }))
  route(app, rooms.clients, ({ actor }) => listClients(deps, actor))
  route(app, rooms.enterAsClient, ({ actor, params, body }) =>
    enterAsClient(deps, actor, params.roomId, body.passcode),
  )
  route(app, rooms.notes, ({ query, ...caller }) => listNotes(deps, caller, query))
  route(app, rooms.addNote, ({ body, idempotencyKey, ...caller }) =>
    addNote(deps, caller, body, idempotencyKey),
  )
  route(app, rooms.answerNote, ({ params, body, ...caller }) => answerNote(deps, caller, params.noteId, body))
  route(app, rooms.undoDecision, ({ params, ...caller }) => undoDecision(deps, caller, params.noteId))
  route(app, rooms.removeNote, ({ params, ...caller }) => removeNote(deps, caller, params.noteId))
}
