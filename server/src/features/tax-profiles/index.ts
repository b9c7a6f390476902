export { answeredBefore, answersIn, type TaxProfiles } from './answers.ts'
export { saveAnswers, showTaxProfile } from './service.ts'
export { answerOf, listTaxProfiles, taxProfileOf, taxProfilesOf } from './store.ts'
