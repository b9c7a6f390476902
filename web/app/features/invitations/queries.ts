import type { Input } from '@docketbox/contract/core/endpoint'
import { invitationEndpoints } from '@docketbox/contract/invitations/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/api/client.ts'

export const invitations = queryOptions({
  queryKey: ['admin', 'invitations'],
  queryFn: ({ signal }) => call(invitationEndpoints.list, { query: {} }, { signal }),
})

export const invite = (body: Input<typeof invitationEndpoints.create>['body']) =>
  call(invitationEndpoints.create, { body })
export const withdrawInvitation = (invitationId: string) =>
  call(invitationEndpoints.withdraw, { params: { invitationId } })
