export { signOut } from './sign-out.ts'
