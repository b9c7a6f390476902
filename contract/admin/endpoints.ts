import { z } from 'zod'
import { endpoint, file } from '../core/endpoint.ts'
import { uuid } from '../core/schemas/uuid.ts'
import { listOf, pageQuery, searchText } from '../core/schemas/list.ts'
import { MAX_LENGTH, tooLong } from '../core/limits.ts'
import { role } from '../core/people/identity.ts'
import { refusals } from '../core/refusal.ts'
import { readField } from '../reading/schemas.ts'
import { room } from '../rooms/schemas.ts'
import { planState } from '../subscriptions/endpoints.ts'

/** Ended, running, or not started. */
export const periods = ['Expired', 'Active', 'Incoming'] as const
export const period = z.enum(periods)

/** A user as administrators see them. */
export const subscriber = z.object({
  _id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  username: z.string(),
  phoneNumber: z.string(),
  role,
  status: z.enum(['active', 'suspended', 'unverified', 'closed']),
  isSuspended: z.boolean(),
  suspendedReason: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type Subscriber = z.infer<typeof subscriber>

export const subscriberRow = z.object({
  /** The id of the subscription, or of the user if there is none. */
  _id: z.uuid(),
  /** The user's id, or the user with `populate=user`. */
  user: z.union([subscriber, z.uuid()]),
  planName: z.string().nullable(),
  currentPeriodStart: z.iso.datetime().nullable(),
  currentPeriodEnd: z.iso.datetime().nullable(),
  period: period.nullable(),
})
export type SubscriberRow = z.infer<typeof subscriberRow>

/** Unlike a row, which has the plan that ends last, this has the one that runs now, if any. */
const subscriberDetails = subscriberRow.extend({
  user: subscriber,
  upcoming: planState.shape.upcoming,
  unpaidRenewal: planState.shape.unpaidRenewal,
})

/** The filter of the audit log: the part of the product, which is the first word of an action. */
export const auditGroups = [
  'account',
  'admin',
  'auth',
  'inbox',
  'integrity',
  'invitations',
  'lodgement',
  'payments',
  'profile',
  'receipts',
  'rooms',
  'subscriptions',
] as const
export type AuditGroup = (typeof auditGroups)[number]

export const auditRow = z.object({
  _id: z.int(),
  at: z.iso.datetime(),
  /** `slice.verb` */
  action: z.string(),
  /** Null if the product acted. */
  actor: z.object({ _id: z.uuid(), email: z.string().nullable() }).nullable(),
  subject: z.object({ _id: z.uuid(), email: z.string().nullable() }).nullable(),
  /** The screen that shows the subject, and the ID that finds it there; null if none does. */
  shownIn: z
    .object({ screen: z.enum(['messages', 'lodgements', 'payments', 'userPayments']), id: z.string() })
    .nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type AuditRow = z.infer<typeof auditRow>

/** Accuracy is that of the last decisions. */
export const MAX_MEASURED_VALUES = 10_000

/** How often users kept or corrected values that were read. Numbers only. */
export const readingAccuracy = z.object({
  /** `off` by configuration, `unusable` when the models are missing or damaged. */
  reader: z.enum(['ready', 'off', 'unusable']),
  fields: z.array(
    z.object({
      field: readField,
      /** `sure` values were filled in, `check` values suggested. */
      level: z.enum(['sure', 'check']),
      /** Values that someone accepted, corrected or cleared. */
      decided: z.int(),
      /** Of these, the ones kept as they were read. */
      kept: z.int(),
    }),
  ),
})
export type ReadingAccuracy = z.infer<typeof readingAccuracy>

/** Messages of the administrators' screens. */
export const adminTexts = {
  notFetched: 'Failed to fetch data.',
  suspended: 'User suspended successfully!',
  unsuspended: 'User unsuspended successfully!',
  notUpdated: 'Failed to update user status.',
  planCreated: 'Subscription created successfully!',
  planNotCreated: 'Failed to create subscription.',
} as const

export const adminRefusals = refusals('admin', {
  userNotFound: [404, 'We couldn’t find this user.'],
  notYourself: [403, 'You can’t suspend yourself.'],
  alreadySuspended: [409, 'Someone else has already suspended this user.'],
  notAbove: [403, 'You can’t suspend someone with the same or a higher role.'],
})

const emailPart = searchText.optional()
const planFilter = z.string().trim().max(MAX_LENGTH.planName).default('All')

export const adminEndpoints = {
  listSubscribers: endpoint('GET /api/subscriptions', {
    right: 'customers:read',
    summary:
      'Subscribers with their latest plan, newest first. Can be filtered by plan and part of the email.',
    query: z.object({
      ...pageQuery({ limit: 20, maxLimit: 100 }),
      populate: z.literal('user', { error: 'Only user can be populated.' }).optional(),
      /** All, None (no plan yet), or the name of a plan. */
      plan: planFilter,
      email: emailPart,
    }),
    response: listOf(subscriberRow).extend({
      /** Whether there are more matches than were counted. */
      isCountCapped: z.boolean(),
    }),
  }),
  countSubscribers: endpoint('GET /api/admin/subscription-counts', {
    right: 'customers:read',
    summary: 'The number of subscribers, in total and by plan.',
    response: z.object({
      all: z.int(),
      withoutPlan: z.int(),
      byPlan: z.array(z.object({ planName: z.string(), total: z.int() })),
    }),
  }),
  exportSubscribers: endpoint('GET /api/admin/subscribers.csv', {
    right: 'customers:read',
    summary: 'The filtered subscribers as a CSV file.',
    query: z.object({ plan: planFilter, email: emailPart }),
    response: file,
    limits: [{ per: 'account', max: 10, windowSeconds: 3600 }],
  }),
  findSubscriber: endpoint('GET /api/admin/users/:userId', {
    right: 'customers:read',
    summary: 'One user, with their plan and the paid months that come after it.',
    params: z.object({ userId: uuid }),
    response: subscriberDetails,
    refusals: [adminRefusals.userNotFound],
  }),
  setStatus: endpoint('PATCH /api/admin/users/:userId/status', {
    right: 'customers:write',
    summary:
      'Suspends or unsuspends a user. Suspending ends their sessions and cancels the renewal of their plan.',
    params: z.object({ userId: uuid }),
    body: z.strictObject({
      isSuspended: z.boolean('isSuspended must be true or false.'),
      reason: z
        .string()
        .trim()
        .max(MAX_LENGTH.suspensionReason, tooLong(MAX_LENGTH.suspensionReason))
        .optional(),
    }),
    response: z.object({ message: z.string(), user: subscriber }),
    refusals: Object.values(adminRefusals),
  }),
  listShares: endpoint('GET /api/admin/users/:userId/shares', {
    right: 'customers:read',
    summary:
      'When a user has shared income years, newest first. Only the user can see who with and which years.',
    params: z.object({ userId: uuid }),
    response: z.object({
      docs: z.array(room.pick({ status: true, createdAt: true, until: true, lastAccessAt: true })),
    }),
  }),
  listAdministrators: endpoint('GET /api/admin/administrators', {
    right: 'administrators:read',
    summary: 'Admins and Super Admins, newest first.',
    query: z.object(pageQuery({ limit: 20, maxLimit: 100 })),
    response: listOf(subscriber),
  }),
  readingAccuracy: endpoint('GET /api/admin/reading-accuracy', {
    right: 'customers:read',
    summary: 'Whether receipts can be read, and how many of the values read were kept or corrected.',
    response: readingAccuracy,
  }),
  listAudit: endpoint('GET /api/admin/audit-log', {
    right: 'audit:read',
    summary:
      'The audit log, newest first. Can be filtered by part of the product, a user’s email or the target.',
    query: z.object({
      ...pageQuery({ limit: 50, maxLimit: 100 }),
      group: z.enum(auditGroups, { error: 'Choose a group from the list.' }).optional(),
      /** The full email of the user. */
      email: z.string().max(MAX_LENGTH.email, tooLong(MAX_LENGTH.email)).trim().optional(),
      /** The ID of what was affected, such as a payment. */
      target: uuid.optional(),
    }),
    response: listOf(auditRow).extend({
      /** Whether there are more entries than were counted. */
      isCountCapped: z.boolean(),
    }),
  }),
}
