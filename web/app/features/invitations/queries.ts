import { invitationEndpoints } from '@docketbox/contract/invitations/endpoints'
import { mutation, query } from '#platform/api/query.ts'

export const invitations = query(invitationEndpoints.list, { query: {} })

const invalidates = [invitationEndpoints.list]
export const createInvitation = mutation(invitationEndpoints.create, { invalidates })
export const withdrawInvitation = mutation(invitationEndpoints.withdraw, { invalidates })
