import { inboxRefusals } from '@docketbox/contract'
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
type ListQuery = { page: number; limit: number; isOpen?: 'true' | undefined }

export async function listInboxMessages(
  { db }: InboxDeps,
  {
    page,
    limit,
    isOpen,
    email,
    message: id,
  }: ListQuery & { email?: string | undefined; message?: string | undefined },
) {
  const { rows, total } = await listMessages(db, {
    page,
    limit,
    isOpen: isOpen === 'true',
    ...(email && { emailPart: email }),
    ...(id && { id }),
  })
  const senders = await findUserIds(
    db,
    rows.map(({ email }) => email),
  )
  const messages = await present({ db }, rows)
  const docs = messages.map((row) => ({ ...row, user: senders.get(row.email.toLowerCase()) ?? null }))
  return pageOf(docs, { page, limit }, total)
}

export async function listInboxLodgements(
  { db }: InboxDeps,
  {
    page,
    limit,
    isOpen,
    q,
    lodgement: id,
  }: ListQuery & { q?: string | undefined; lodgement?: string | undefined },
) {
  const { rows, total } = await listLodgements(db, {
    page,
    limit,
    isOpen: isOpen === 'true',
    ...(q && { search: q }),
    ...(id && { id }),
  })
  return pageOf(await present({ db }, rows), { page, limit }, total)
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
