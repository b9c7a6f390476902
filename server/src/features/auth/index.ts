export { createAdministrator } from './create-administrator.ts'
export { mailResetLink } from './password-reset.ts'
export { authRoutes } from './routes.ts'
export { openSession, type Sessions, sessions } from './sessions.ts'
