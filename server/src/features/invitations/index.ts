export { invitationRoutes } from './routes.ts'
export { spendInvitation } from './service.ts'
export { withdrawInvitationsBy } from './store.ts'
