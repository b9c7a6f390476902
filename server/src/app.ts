import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { accountRoutes, purgeAccounts } from '#features/account'
import { adminRoutes } from '#features/admin'
import { apiDocumentRoutes } from '#features/api-document'
import { createSessions, type Sessions } from '#features/sessions'
import { authRoutes, cleanAccounts, mailResetLink } from '#features/auth'
import { backupGauge, backUpNightly, backupRoutes, describeBackups, watchBackups } from '#features/backups'
import { categoryRoutes } from '#features/categories'
import { contactRoutes, deleteExpiredMessages } from '#features/contact'
import { cleanExpenses, expenseRoutes } from '#features/expenses-without-receipt'
import { checkFiles, cleanFiles, fileGauges, renderPreviews, scanStoredFiles } from '#features/files'
import { invitationRoutes } from '#features/invitations'
import { deleteExpiredLodgements, inboxRoutes } from '#features/inbox'
import { lodgementRoutes } from '#features/lodgement'
import {
  cleanReceipts,
  comparePhotos,
  createUploads,
  followLabelRules,
  readFiles,
  receiptRoutes,
  suggestLabels,
} from '#features/receipts'
import { buildPack, cleanPacks, packRoutes } from '#features/packs'
import {
  createEventLimit,
  paymentGauges,
  paymentJobs,
  paymentRoutes,
  paymentWebhook,
  requestClosing,
  requestPublishing,
} from '#features/payments'
import { readingGauge } from '#features/reading'
import { profileRoutes } from '#features/profile'
import { cleanDeletedRecords, recordRoutes } from '#features/records'
import {
  cleanRoomSessions,
  findGuest,
  isGuestToken,
  mailAboutNotes,
  recordGuestEvent,
  roomRoutes,
} from '#features/rooms'
import {
  remindOfTrialEnd,
  storageGauge,
  subscriptionRoutes,
  warnOfFullStorage,
} from '#features/subscriptions'
import { mailEndedRetention, mailYearSummaries, yearRoutes } from '#features/years'
import type { Deps } from '#platform/config/deps.ts'
import { healthRoutes } from '#platform/http/health.ts'
import { createHttp } from '#platform/http/server.ts'
import { sourceOf } from '#platform/security/events/log.ts'
import { recordEvent } from '#platform/security/events/record.ts'
import { ownScope } from '#platform/security/scope.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { sendMail } from '#platform/mail/mail.ts'
import { deleteExpiredLimits } from '#platform/limits/rate-limits.ts'
import { watchDisk } from '#platform/storage/low-disk.ts'
import type { Gauge } from '#platform/metrics/gauge.ts'
import { diskBytes, jobAges, jobsByState } from '#platform/metrics/gauges.ts'
import { serveWebPages } from '#platform/http/web/pages.ts'

type Mount = (app: FastifyInstance, deps: Deps, sessions: Sessions) => void

const WEB_BUILD = join(import.meta.dirname, '../../web/build')

const slices: Mount[] = [
  apiDocumentRoutes,
  authRoutes,
  categoryRoutes,
  contactRoutes,
  lodgementRoutes,
  (app, deps) => receiptRoutes(app, deps, createUploads(deps)),
  expenseRoutes,
  recordRoutes,
  yearRoutes,
  (app, deps) =>
    subscriptionRoutes(app, {
      ...deps,
      onPlanOffered: (db) => requestPublishing(deps, db),
      onPlanWithdrawn: (db, plan) => requestClosing(deps, db, plan),
    }),
  paymentRoutes,
  (app, deps) => paymentWebhook(app, deps, createEventLimit()),
  adminRoutes,
  invitationRoutes,
  profileRoutes,
  accountRoutes,
  inboxRoutes,
  roomRoutes,
  packRoutes,
  backupRoutes,
]

/** Everything that happens outside of a request. */
export const jobs: readonly Job[] = [
  sendMail,
  mailResetLink,
  cleanAccounts,
  deleteExpiredLimits,
  watchDisk,
  deleteExpiredMessages,
  deleteExpiredLodgements,
  checkFiles,
  scanStoredFiles,
  renderPreviews,
  cleanReceipts,
  suggestLabels,
  followLabelRules,
  cleanExpenses,
  cleanDeletedRecords,
  readFiles,
  comparePhotos,
  cleanFiles,
  remindOfTrialEnd,
  warnOfFullStorage,
  mailYearSummaries,
  mailEndedRetention,
  purgeAccounts,
  cleanRoomSessions,
  mailAboutNotes,
  buildPack,
  cleanPacks,
  backUpNightly,
  watchBackups,
  ...paymentJobs,
]

/** Requests the work that a killed process was doing, or was asked for and hadn't queued yet. */
export async function requestWaitingWork({ db, jobs: queue }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  for (const job of [readFiles, renderPreviews, comparePhotos, scanStoredFiles])
    await queue.enqueue(db, job, {}, { singletonKey: 'scheduled' })
}

export const gauges: readonly Gauge[] = [
  diskBytes,
  jobsByState,
  jobAges,
  ...fileGauges,
  readingGauge,
  storageGauge,
  ...paymentGauges,
  backupGauge,
]

export function addHealth(app: FastifyInstance, deps: Deps): void {
  healthRoutes(app, deps, () => describeBackups(deps))
}

/**
 * The whole HTTP server, without listening.
 * @param webBuild folder of the built web app.
 */
export async function buildApp(deps: Deps, webBuild = WEB_BUILD): Promise<FastifyInstance> {
  const sessions = createSessions(deps)
  const app = await createHttp(deps, {
    callerOf: async (token) => {
      if (isGuestToken(token)) return findGuest(deps, token)
      const actor = await sessions.findActor(token)
      return actor && { actor, scope: ownScope(actor) }
    },
    guestLog: (event) => recordGuestEvent(deps, event),
    callEvents: {
      sourceOf: (address) => sourceOf(deps.secrets, address),
      record: (event, details) => recordEvent(deps, deps.db, event, details),
    },
  })
  addHealth(app, deps)
  for (const mount of slices) mount(app, deps, sessions)
  await serveWebPages(app, webBuild, { publicUrl: deps.publicUrl, foreign: deps.payments.origins })
  return app
}
