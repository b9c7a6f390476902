import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { uuid } from '../core/schemas/uuid.ts'
import { listOf, pageQuery } from '../core/schemas/list.ts'
import { email } from '../core/people/contact-details.ts'
import { MAX_LENGTH } from '../core/limits.ts'
import { refusals } from '../core/refusal.ts'

/** Roles that need an invitation (requirement 7). */
export const administratorRole = z.enum(['Admin', 'Super Admin'], { error: 'Choose Admin or Super Admin.' })

export const invitationRefusals = refusals('invitations', {
  alreadyMember: [409, 'There’s already an account with this email. Please use a different one.'],
  notFound: [404, 'Invitation not found.'],
  notOpen: [409, 'This invitation has already been used or has expired.'],
  badInvitation: [
    403,
    'We couldn’t find a valid invitation. It may have been used or withdrawn, or it may have expired. Ask for a new one.',
  ],
})

export const invitation = z.object({
  _id: z.uuid(),
  email: z.string(),
  role: administratorRole,
  status: z.enum(['open', 'used', 'expired', 'withdrawn']),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type Invitation = z.infer<typeof invitation>

export const invitationEndpoints = {
  create: endpoint('POST /api/admin/invitations', {
    right: 'administrators:write',
    summary:
      'Invites someone by email to become an administrator: for one address and role, once, within 72 hours.',
    body: z.strictObject({ email, role: administratorRole }),
    response: invitation,
    status: 201,
    refusals: [invitationRefusals.alreadyMember],
    limits: [{ per: 'account', max: 30, windowSeconds: 3600 }],
  }),
  list: endpoint('GET /api/admin/invitations', {
    right: 'administrators:read',
    summary: 'Invitations: open ones first, then the newest.',
    query: z.object(pageQuery({ limit: 20, maxLimit: 100 })),
    response: listOf(invitation),
  }),
  withdraw: endpoint('DELETE /api/admin/invitations/:invitationId', {
    right: 'administrators:write',
    summary: 'Withdraws an open invitation: its link stops working.',
    params: z.object({ invitationId: uuid }),
    response: invitation,
    refusals: [invitationRefusals.notFound, invitationRefusals.notOpen],
  }),
  /** A POST, so that the token is in no URL. */
  open: endpoint('POST /api/auth/invitation', {
    right: 'public',
    summary: 'The address and role an invitation is for.',
    body: z.strictObject({ token: z.string().max(MAX_LENGTH.token) }),
    response: invitation.pick({ email: true, role: true, expiresAt: true }),
    refusals: [invitationRefusals.badInvitation],
    limits: [{ per: 'address', max: 30, windowSeconds: 60 }],
  }),
}
