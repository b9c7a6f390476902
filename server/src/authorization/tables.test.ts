import { readFile, glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '..')

/** The slice that may write each table, or the platform. Others call what it exports. */
const owners: Record<string, string> = {
  adjustmentNotes: 'payments',
  auditLog: 'platform',
  backups: 'backups',
  blobs: 'files',
  categories: 'categories',
  contactMessages: 'contact',
  creditRefundParts: 'payments',
  creditRefunds: 'payments',
  deletedRecords: 'records',
  derivatives: 'files',
  draftOriginals: 'receipts',
  drafts: 'receipts',
  encryptionKey: 'platform',
  eventFetches: 'payments',
  evidenceRecords: 'expenses-without-receipt',
  figuresBeforeChanges: 'records',
  fileChecks: 'files',
  fileStore: 'platform',
  fingerprints: 'receipts',
  handledItems: 'inbox',
  incomeYears: 'years',
  invitations: 'invitations',
  laundryLoads: 'records',
  lodgements: 'lodgement',
  logbooks: 'records',
  lookalikes: 'receipts',
  methodChoices: 'records',
  oneTimeTokens: 'auth',
  ownerFiles: 'subscriptions',
  ownerStorage: 'subscriptions',
  packFiles: 'packs',
  packRows: 'packs',
  packs: 'packs',
  passkeyChallenges: 'second-factor',
  passkeys: 'second-factor',
  paymentAlerts: 'payments',
  paymentMonthTotals: 'payments',
  paymentMonths: 'payments',
  paymentReversals: 'payments',
  paymentTotals: 'payments',
  payments: 'payments',
  planPrices: 'subscriptions',
  plans: 'subscriptions',
  providerDisputes: 'payments',
  providerEvents: 'payments',
  providerIntents: 'payments',
  providerCustomers: 'payments',
  providerRefunds: 'payments',
  providerSubscriptions: 'payments',
  rateLimits: 'platform',
  readValues: 'receipts',
  readings: 'reading',
  receiptChanges: 'receipts',
  receiptMerges: 'receipts',
  receiptTexts: 'receipts',
  receiptTotals: 'receipts',
  receiptVersions: 'receipts',
  receiptWords: 'receipts',
  receipts: 'receipts',
  receiptsBeforeChanges: 'years',
  recoveryCodes: 'second-factor',
  refundRequests: 'payments',
  removals: 'files',
  roomAccesses: 'rooms',
  roomLinks: 'rooms',
  roomNotes: 'rooms',
  roomSessions: 'rooms',
  rooms: 'rooms',
  savedViews: 'receipts',
  scans: 'files',
  secondFactors: 'second-factor',
  securityEvents: 'sessions',
  sentForms: 'lodgement',
  sessions: 'sessions',
  subscriberCounts: 'admin',
  subscriptions: 'subscriptions',
  taxProfiles: 'tax-profiles',
  trips: 'records',
  usageDays: 'records',
  usageDiaries: 'records',
  users: 'auth',
  vehicleYears: 'records',
  vehicles: 'records',
  workHours: 'records',
  workTimers: 'records',
}

/** Where a query across slices is simpler or faster than a call. Remove an entry once it's no longer needed. */
const exceptions = [
  // The security events that calls cause, whichever slice serves them.
  'platform writes securityEvents',
  // Which files a store without the right id should have.
  'platform reads blobs',
  // The recipients of mails to operators.
  'platform reads users',
  // A login ends its counts of failures in the statement that stores its session.
  'sessions writes rateLimits',
  // Ending sessions ends the logins under way, which the account counts.
  'sessions writes users',
  // Administrators search the audit log.
  'admin reads auditLog',
  // Administrators list and search users.
  'admin reads users',
  // What an entry of the audit log is about.
  'admin reads contactMessages',
  'admin reads lodgements',
  'admin reads paymentAlerts',
  'admin reads payments',
  // Exporting and purging a whole account.
  'account reads auditLog',
  'account reads plans',
  'account reads securityEvents',
  'account reads sessions',
  'account reads subscriptions',
  // One query per request or login.
  'sessions reads users',
  'second-factor reads users',
  'auth writes sessions',
  // Whether a database is in use.
  'backups reads auditLog',
  'backups reads users',
  // Accounts that are restored just before they'd be deleted get more time.
  'backups writes users',
  // Which blobs are still referenced.
  'files reads draftOriginals',
  'files reads drafts',
  'files reads packFiles',
  'files reads receiptVersions',
  'files reads users',
  'files writes drafts',
  'files writes receiptVersions',
  // Whether guests may see everything in a pack.
  'packs reads evidenceRecords',
  'packs reads receiptVersions',
  'packs reads receipts',
  // What a disputed payment still gives access to.
  'payments reads subscriptions',
  // Whether an account whose credit is to be refunded is still closed.
  'payments reads users',
  'receipts reads blobs',
  'receipts reads categories',
  // Which of an asset's years are disputed or were lodged late.
  'receipts reads incomeYears',
  // Which files of receipts were never read.
  'receipts reads readings',
  // The notes about a receipt that's merged into another or whose filing is undone; rooms already depends on receipts.
  'receipts reads roomNotes',
  'receipts writes roomNotes',
  // Whether a plan's payment is disputed, and whether Stripe has ended a plan that still gives access.
  'subscriptions reads payments',
  'subscriptions reads providerSubscriptions',
  // Names and addresses for mails; auth already depends on these slices.
  'subscriptions reads users',
  // Whether the address has an account.
  'invitations reads users',
  // Owners and guests of a room, in one query per request.
  'rooms reads users',
  // Which year a note's receipt is in now.
  'rooms reads receipts',
  // Marks on items of both kinds.
  'contact reads handledItems',
  'lodgement reads handledItems',
  'inbox reads contactMessages',
  'inbox reads lodgements',
  // What the receipts of a year add up to.
  'years reads receiptTotals',
  'years reads receipts',
  // Names and addresses for mails.
  'years reads users',
]

/** Files that only tests run. */
const OF_TESTS = ['**/*.test.ts', '**/testing/**', 'failures/**']

test('a slice only queries its own tables and those it is allowed to, and so do the platform and commands', async () => {
  const found = new Set<string>()
  for await (const file of glob('**/*.ts', { cwd: SOURCES, exclude: OF_TESTS })) {
    const [folder, slice] = file.split('/') as [string, string]
    const reader = folder === 'features' ? slice : folder
    const source = await readFile(join(SOURCES, file), 'utf8')
    for (const [verb, table] of queriesIn(source)) {
      const owner = owners[table]
      if (owner !== reader && owner !== undefined) found.add(`${reader} ${verb} ${table}`)
    }
  }
  expect([...found].toSorted()).toEqual(exceptions.toSorted())
})

test('every table has an owner', async () => {
  const rowTypes = await readFile(join(import.meta.dirname, '../platform/database/row-types.ts'), 'utf8')
  const tables = /export interface DB \{([^}]*)\}/.exec(rowTypes)![1]!.matchAll(/^ {2}(\w+):/gm)
  expect([...tables].map(([, table]) => table!).filter((table) => !(table in owners))).toEqual([])
})

/** The tables a source file names in the query builder, in SQL, or as where files wait to be worked on. */
function queriesIn(source: string): (readonly ['reads' | 'writes', string])[] {
  const builder = source.matchAll(/\b(\w+(?:Into|Table|From)|\w+Join)\(\s*\[?'(\w+)[ ']/g)
  const inSql = [...source.matchAll(/sql(?:<[^`]*>)?`([^`]*)`/g)].flatMap(([, text]) => [
    ...text!.matchAll(/\b(from|join|insert into|update|delete from)\s+([a-z_]+)/g),
  ])
  const waiting = source.matchAll(/\b(table): '(\w+)',/g)
  return [...builder, ...inSql, ...waiting].map(([, verb, table]) => [
    /^(insert|update|delete)/.test(verb!) ? 'writes' : 'reads',
    table!.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  ])
}
