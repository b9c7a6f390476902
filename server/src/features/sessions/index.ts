export { deleteEventsBefore, listEvents } from './security-events.ts'
export { assertLoggedIn, findLiveSession, findSession, listLiveSessions } from './store.ts'
export { createSessions, type Device, openSession, type SessionOptions, type Sessions } from './sessions.ts'
