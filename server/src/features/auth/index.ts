export { openSession, type Sessions, sessions } from './sessions.ts'
