export { profileRoutes } from './routes.ts'
export { resetFactor } from './second-factor.ts'
