export { signOut } from './sign-out.ts'
export { loggedUser } from './queries.ts'
