export { SentForms } from './sent/sent-forms.tsx'
