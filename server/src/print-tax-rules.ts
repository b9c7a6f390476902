import { defaultTaxRules } from '@docketbox/contract'

// `npm run tax-rules`: the rules that come with the product, as JSON to edit for TAX_RULES_FILE.
console.log(JSON.stringify(defaultTaxRules, null, 2))
