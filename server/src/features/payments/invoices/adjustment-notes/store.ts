import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { AdjustmentNotes } from '#platform/database/row-types.ts'

export type NoteRow = Selectable<AdjustmentNotes>

/** Adds an adjustment note with the next number. */
export function insertNote(db: Db, note: Omit<Insertable<AdjustmentNotes>, 'number'>): Promise<NoteRow> {
  return db
    .insertInto('adjustmentNotes')
    .values({ ...note, number: sql<number>`nextval('adjustment_note_numbers')` })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findNote(db: Db, id: string): Promise<NoteRow | undefined> {
  return db.selectFrom('adjustmentNotes').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The adjustment notes of these payments, the oldest first. */
export function listNotes(db: Db, paymentIds: readonly string[]): Promise<NoteRow[]> {
  return db
    .selectFrom('adjustmentNotes')
    .selectAll()
    .where('paymentId', '=', (eb) => eb.fn.any(eb.val([...paymentIds])))
    .orderBy('issuedAt')
    .orderBy('number')
    .execute()
}
