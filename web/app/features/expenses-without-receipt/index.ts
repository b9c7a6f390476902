export { SharedExpenses } from './guest-view.tsx'
