import { type inboxEndpoints, inboxRefusals, type Parsed } from '@docketbox/contract'
import { findUserIds } from '#features/auth'
import { listMessages } from '#features/contact'
import { listLodgements } from '#features/lodgement'
import type { Actor } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Deps } from '#platform/config/deps.ts'
import { pageOf } from '#platform/database/queries/page.ts'
import { Refusal } from '#platform/http/refusal.ts'
import * as store from './store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type InboxDeps = Pick<Deps, 'db' | 'now'>

export async function listInboxMessages(
  { db }: InboxDeps,
  { isOpen, email, message, ...paging }: Parsed<typeof inboxEndpoints.listMessages>['query'],
) {
  const filter = { isOpen: isOpen === 'true', emailPart: email, id: message }
  const { rows, total } = await listMessages(db, { ...paging, ...filter })
  const senders = await findUserIds(
    db,
    rows.map(({ email }) => email),
  )
  const messages = await present({ db }, rows)
  const docs = messages.map((row) => ({ ...row, user: senders.get(row.email.toLowerCase()) ?? null }))
  return pageOf(docs, paging, total)
}

export async function listInboxLodgements(
  { db }: InboxDeps,
  { isOpen, q, lodgement, ...paging }: Parsed<typeof inboxEndpoints.listLodgements>['query'],
) {
  const filter = { isOpen: isOpen === 'true', search: q, id: lodgement }
  const { rows, total } = await listLodgements(db, { ...paging, ...filter })
  return pageOf(await present({ db }, rows), paging, total)
}

/** Adds what every item has; the schema of the response drops other columns. */
async function present<Row extends { id: string; createdAt: Date }>(
  { db }: Pick<InboxDeps, 'db'>,
  rows: Row[],
) {
  const handled = await store.findHandled(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    _id: row.id,
    createdAt: row.createdAt.toISOString(),
    isDone: handled.has(row.id),
  }))
}

export async function setDone({ db, now }: InboxDeps, actor: Actor, itemId: string, isDone: boolean) {
  const at = now()
  await inTransaction(db, async (db) => {
    if (!(await store.itemExists(db, itemId))) throw new Refusal(inboxRefusals.notFound)
    const isChanged = isDone
      ? await store.markHandled(db, { itemId, handledBy: actor.id, handledAt: at })
      : await store.unmarkHandled(db, itemId)
    const action = isDone ? 'inbox.markDone' : 'inbox.reopen'
    if (isChanged) await audit(db, { at, actorId: actor.id, action, subjectId: itemId })
  })
  return { _id: itemId, isDone }
}
