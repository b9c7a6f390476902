export { profileRoutes } from './routes.ts'
export { resetSecondFactor } from './second-factor.ts'
