import { nationalHolidays } from './holidays.ts'
import type { TaxRules } from './schema.ts'

type Status = 'law' | 'draft' | 'unknown'

const VERIFIED_ON = '2026-11-20'

function figure<T>(value: T, source: string, status: Status = 'law') {
  return { value, status, source, verifiedOn: VERIFIED_ON }
}

const carRates =
  'softwaredevelopers.ato.gov.au/cents-kilometre-deduction-rate-car-expenses-2023-determination'
const currentCarRate = 'softwaredevelopers.ato.gov.au/CentsperKilometreDeductionRateforCarExpenses'
const homeRate = 'PCG 2023/1, as in taxkiln.com/guides/home-office-deduction-pcg-2023-1'
const mealRates = 'Yearly determinations of reasonable amounts, as in atotaxrates.info'
const standardDeduction =
  'Draft legislation of April 2026, as in the joint submission of 4 May 2026 on charteredaccountantsanz.com'
const simplerRules = `s 900-40 ITAA 1997; ${standardDeduction}`
const laundryRates = 'ATO rates per load, as in easebusinessservices.com.au and verityadvisory.com.au'

const holidays = 's 8AAZMB TAA 1953; national holidays, as in officeholidays.com/countries/australia'

/** What is the same in every year of the table. */
function rulesOf(ending: number) {
  return {
    incomeYear: `${ending - 1}-${ending % 100}`,
    selfDue: figure(`${ending}-10-31`, 'atotaxrates.info/lodgement-dates'),
    agentDue: figure(`${ending + 1}-05-15`, 'ATO lodgment program, as in scfcpa.com and totaltax.com.au'),
    publicHolidays: figure(nationalHolidays[ending]!, holidays),
    retentionYears: figure(5, 's 900-25 ITAA 1997'),
    noEvidenceCents: figure(300_00, 's 900-35 ITAA 1997'),
    smallExpenseCents: figure(10_00, 's 900-125 ITAA 1997'),
    smallExpensesCents: figure(200_00, 's 900-125 ITAA 1997'),
    laundryCents: figure(150_00, 's 900-40 ITAA 1997'),
    laundryLoadCents: figure(1_00, laundryRates),
    mixedLaundryLoadCents: figure(50, laundryRates),
    immediateAssetCents: figure(300_00, 's 40-80 ITAA 1997'),
    carMaxKm: figure(5000, 's 28-25 ITAA 1997'),
    standardDeductionCents: figure(0, 'The draft of April 2026 starts on 1 July 2026'),
    taxInvoiceCents: figure(82_50, 'GST Act, as in atotaxrates.info and khca.com.au'),
    buyerOnInvoiceCents: figure(1_000_00, 'GST Act; EM 2010 ch 3'),
  }
}

/** A draft may change these from 1 July 2026. */
function draftRulesOf(ending: number) {
  return {
    ...rulesOf(ending),
    noEvidenceCents: figure(300_00, `s 900-35 ITAA 1997; ${standardDeduction}`, 'draft'),
    laundryCents: figure(150_00, simplerRules, 'draft'),
    laundryLoadCents: figure(1_00, laundryRates, 'unknown'),
    mixedLaundryLoadCents: figure(50, laundryRates, 'unknown'),
    standardDeductionCents: figure(1_000_00, standardDeduction, 'draft'),
    // These rates apply until new ones are published.
    carCentsPerKm: figure(88, currentCarRate, 'unknown'),
    homeCentsPerHour: figure(70, homeRate, 'unknown'),
    // The ATO sets this for one year at a time, and hadn't when we looked.
    overtimeMealCents: null,
  }
}

/** What we know of each income year. `TAX_RULES_FILE` replaces it. */
export const defaultTaxRules: TaxRules = [
  {
    ...rulesOf(2021),
    carCentsPerKm: figure(72, carRates),
    homeCentsPerHour: null,
    overtimeMealCents: figure(31_95, mealRates),
  },
  {
    ...rulesOf(2022),
    carCentsPerKm: figure(72, carRates),
    homeCentsPerHour: null,
    overtimeMealCents: figure(32_50, mealRates),
  },
  {
    ...rulesOf(2023),
    carCentsPerKm: figure(78, carRates),
    homeCentsPerHour: figure(67, homeRate),
    overtimeMealCents: figure(33_25, mealRates),
  },
  {
    ...rulesOf(2024),
    carCentsPerKm: figure(85, carRates),
    homeCentsPerHour: figure(67, homeRate),
    overtimeMealCents: figure(35_65, mealRates),
  },
  {
    ...rulesOf(2025),
    carCentsPerKm: figure(88, currentCarRate),
    homeCentsPerHour: figure(70, homeRate),
    overtimeMealCents: figure(37_65, 'TD 2024/3'),
  },
  {
    ...rulesOf(2026),
    carCentsPerKm: figure(88, currentCarRate),
    homeCentsPerHour: figure(70, homeRate),
    overtimeMealCents: figure(38_65, 'TD 2025/4'),
  },
  draftRulesOf(2027),
  draftRulesOf(2028),
]
