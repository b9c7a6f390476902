export { openStripe } from './stripe.ts'
