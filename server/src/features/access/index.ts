export { deleteEventsBefore, listEvents } from './event-store.ts'
export { findSession, listLiveSessions } from './session-store.ts'
export { createSessions, type Device, openSession, type SessionOptions, type Sessions } from './sessions.ts'
