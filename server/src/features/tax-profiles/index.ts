export { answersIn, type TaxProfiles } from './answers.ts'
export { saveAnswers, showTaxProfile } from './service.ts'
export { answerOf, taxProfileOf, taxProfilesOf } from './store.ts'
