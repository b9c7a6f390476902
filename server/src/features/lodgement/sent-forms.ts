import {
  type Claims,
  endingOf,
  incomeYearLabel,
  type Output,
  type ownLodgementEndpoints,
  type SentAnswers,
  type SentForm,
} from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { wholeList } from '#platform/database/queries/page.ts'
import { encrypt, tryDecrypt } from '#platform/security/encryption.ts'

type SecretDeps = Pick<Deps, 'secrets'>
type Sent = { id: string; reference: string; createdAt: Date }

/** Binds the answers to their row, so that they can't be decrypted in another. */
const contextOf = (ownerId: string, id: string) => `sent_forms.answers/${ownerId}/${id}`

/** Keeps a copy of a form for its sender, encrypted as a whole. It stays when the lodgement is deleted. Once per lodgement. */
export async function keepSentForm(
  { secrets }: SecretDeps,
  db: Db,
  ownerId: string,
  { id, reference, createdAt }: Sent,
  claims: Claims,
): Promise<void> {
  const answers = JSON.stringify(answersOf(claims))
  await db
    .insertInto('sentForms')
    .values({
      ownerId,
      id,
      incomeYear: endingOf(claims.incomeYear),
      reference,
      sentAt: createdAt,
      answersSealed: encrypt(secrets.encryptionKey, contextOf(ownerId, id), answers),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The forms of an income year, newest first. */
export async function listSentForms(
  deps: SecretDeps & Pick<Deps, 'db'>,
  ownerId: string,
  incomeYear: string,
): Promise<Output<typeof ownLodgementEndpoints.sent>> {
  const rows = await selectForms(deps.db, ownerId).where('incomeYear', '=', endingOf(incomeYear)).execute()
  return wholeList(rows.map((row) => sentFormOf(deps, row)))
}

/** Every form someone sent, newest first, for the export of their account. */
export async function exportSentForms(
  deps: SecretDeps & Pick<Deps, 'db'>,
  ownerId: string,
): Promise<SentForm[]> {
  const rows = await selectForms(deps.db, ownerId).execute()
  return rows.map((row) => sentFormOf(deps, row))
}

function selectForms(db: Db, ownerId: string) {
  return db
    .selectFrom('sentForms')
    .select(['ownerId', 'id', 'reference', 'sentAt', 'answersSealed', 'incomeYear'])
    .where('ownerId', '=', ownerId)
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectForms>['execute']>>[number]

function sentFormOf({ secrets }: SecretDeps, row: Row): SentForm {
  const answers = tryDecrypt(secrets.encryptionKey, contextOf(row.ownerId, row.id), row.answersSealed)
  return {
    _id: row.id,
    reference: row.reference,
    incomeYear: incomeYearLabel(row.incomeYear),
    sentAt: row.sentAt.toISOString(),
    answers: answers ? (JSON.parse(answers.toString()) as SentAnswers) : null,
  }
}

function answersOf(claims: Claims): SentAnswers {
  const { fullName, email, phoneNumber, dependents, residency } = claims
  return {
    fullName,
    email,
    phoneNumber,
    spouseInformation: claims.spouseInformation ?? null,
    spouseDetails: claims.spouseDetails ?? null,
    investmentProperty: claims.investmentProperty ?? null,
    investmentDetails: claims.investmentDetails ?? null,
    dependents,
    residency: { status: residency?.status ?? null, medicare: residency?.medicare ?? null },
    logBook: claims.logBook ?? null,
    logBookDetails: claims.logBookDetails ?? null,
  }
}
