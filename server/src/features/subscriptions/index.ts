export { subscriptionRoutes } from './routes.ts'
export { planStateOf, requireActivePlan } from './standing.ts'
