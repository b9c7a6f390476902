import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { day } from '../core/schemas/fields.ts'
import { uuid } from '../core/schemas/uuid.ts'
import { listOf, pageQuery } from '../core/schemas/list.ts'
import { MAX_LENGTH } from '../core/limits.ts'
import { noteEndpoints } from './note-endpoints.ts'
import { client, guestLogEntry, newRoom, openRoom, room, roomRefusals } from './schemas.ts'

const byRoom = z.object({ roomId: uuid })
const token = z.string().min(1).max(MAX_LENGTH.token)
const passcode = z.string().max(MAX_LENGTH.password).optional()
const { notFound, badLink, accessEnded, passcodeNeeded, wrongPasscode, keyReused } = roomRefusals
const { addressMailedOften } = roomRefusals

export const roomEndpoints = {
  ...noteEndpoints,
  create: endpoint('POST /api/rooms', {
    right: 'rooms:write',
    summary: 'Shares income years with someone, read-only, and emails them a link.',
    body: newRoom,
    status: 201,
    response: room,
    refusals: [roomRefusals.ownEmail, roomRefusals.tooMany, keyReused, addressMailedOften],
    limits: [{ per: 'account', max: 30, windowSeconds: 3600 }],
    idempotent: true,
  }),
  list: endpoint('GET /api/rooms', {
    right: 'rooms:read',
    summary: 'The caller’s current and past shares, newest first.',
    response: listOf(room),
  }),
  revoke: endpoint('DELETE /api/rooms/:roomId', {
    right: 'rooms:write',
    summary: 'Ends a share, and every session and link of it, immediately.',
    params: byRoom,
    response: room,
    refusals: [notFound],
  }),
  restore: endpoint('POST /api/rooms/:roomId/restore', {
    right: 'rooms:write',
    summary: 'Undoes revoking a share. Guests need a new link, because their sessions and links have ended.',
    params: byRoom,
    response: room,
    refusals: [notFound, roomRefusals.notRevoked, roomRefusals.tooMany],
  }),
  extend: endpoint('PATCH /api/rooms/:roomId', {
    right: 'rooms:write',
    summary:
      'Changes the last day of a share that isn’t revoked, even if it has passed. Guests’ sessions follow it.',
    params: byRoom,
    body: z.strictObject({ until: day }),
    response: room,
    refusals: [notFound, roomRefusals.ended, roomRefusals.tooMany],
  }),
  sendLink: endpoint('POST /api/rooms/:roomId/link', {
    right: 'rooms:write',
    summary: 'Emails the invited person a new link, which replaces earlier ones.',
    params: byRoom,
    status: 202,
    response: room,
    refusals: [notFound, roomRefusals.ended, addressMailedOften],
    limits: [{ per: 'account', max: 30, windowSeconds: 3600 }],
  }),
  guestLog: endpoint('GET /api/rooms/:roomId/accesses', {
    right: 'rooms:read',
    summary: 'Everything the invited person has opened and downloaded, newest first.',
    params: byRoom,
    query: z.object(pageQuery({ limit: 50, maxLimit: 200 })),
    response: listOf(guestLogEntry),
    refusals: [notFound],
  }),
  /** A POST that a person causes, so that mail scanners that open links don't use them up. */
  enter: endpoint('POST /api/room-sessions', {
    right: 'public',
    summary:
      'Opens a share with an emailed link, once. The bearer token it returns has the scope of the share.',
    body: z.strictObject({ token, passcode }),
    response: z.object({ token: z.string() }),
    refusals: [badLink, accessEnded, passcodeNeeded, wrongPasscode],
    limits: [{ per: 'address', max: 30, windowSeconds: 60 }],
  }),
  requestLink: endpoint('POST /api/room-links', {
    right: 'public',
    summary: 'Emails a new link to the person an earlier link was for.',
    body: z.strictObject({ token }),
    status: 202,
    response: z.object({ isSent: z.literal(true) }),
    refusals: [accessEnded],
    limits: [{ per: 'address', max: 10, windowSeconds: 3600 }],
  }),
  current: endpoint('GET /api/room-sessions/current', {
    right: 'rooms:comment',
    guests: { logs: null },
    summary: 'The income years shared in this session, and their owner.',
    response: openRoom,
    refusals: [notFound],
  }),
  leave: endpoint('DELETE /api/room-sessions/current', {
    right: 'rooms:comment',
    guests: { logs: null },
    summary: 'Ends this session of a share.',
    response: z.object({ hasLeft: z.boolean() }),
  }),
  clients: endpoint('GET /api/clients', {
    right: 'rooms:read',
    summary: 'Everyone who shares income years with the caller’s account, by name.',
    response: listOf(client),
  }),
  enterAsClient: endpoint('POST /api/clients/:roomId/sessions', {
    right: 'rooms:write',
    summary: 'Opens a share of the caller’s client list, without an emailed link.',
    params: byRoom,
    body: z.strictObject({ passcode }),
    response: z.object({ token: z.string() }),
    refusals: [notFound, passcodeNeeded, wrongPasscode],
    limits: [{ per: 'account', max: 60, windowSeconds: 60 }],
  }),
}
