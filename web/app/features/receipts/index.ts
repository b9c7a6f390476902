export { TaxQuestions } from './evidence/tax-questions.tsx'
export { ReadAllCard } from './reading/read-all-card.tsx'
export { useToFileCount } from './to-file/use-count.ts'
