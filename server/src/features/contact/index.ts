export { forgetOldMessages } from './forgetting.ts'
export { contactRoutes } from './routes.ts'
export { listMessages, type MessageRow } from './store.ts'
