import { z } from 'zod'
import { day, incomeYear } from '../core/schemas/fields.ts'

const evidence = {
  /**
   * `law`: in force for that year. `draft`: a published draft sets or would change it. `unknown`: the last value we
   * know; nothing confirms it for that year.
   */
  status: z.enum(['law', 'draft', 'unknown'], { error: 'must be law, draft or unknown' }),
  /** Where it's published: an address, or a section of an Act. */
  source: z.string().trim().min(1, 'must name where it is published'),
  /** When someone last compared it with the source. */
  verifiedOn: day,
}
const amount = z.int('must be a whole number').min(0, 'must be 0 or more')
/** Null while no value is known for the year. */
const figure = z.strictObject({ value: amount, ...evidence }).nullable()
const dueDay = z.strictObject({ value: day, ...evidence })

/** The rules of one income year. Money is in cents. */
const yearRules = z
  .strictObject({
    incomeYear,
    /** When a return lodged without an agent is due, before it's moved to a business day. */
    selfDue: dueDay,
    /** The last day of an agent's lodgement program, before it's moved to a business day. */
    agentDue: dueDay,
    /**
     * Public holidays of the months in which returns are due: days that aren't business days, because they're a holiday
     * for the whole of a State or Territory (s 8AAZMB TAA 1953). Without them, only weekends move due dates.
     */
    publicHolidays: z.strictObject({ value: z.array(day).readonly(), ...evidence }).optional(),
    /** For how many years records are kept. */
    retentionYears: z.strictObject({ value: amount.min(1, 'must be 1 or more').max(100), ...evidence }),
    /** Up to this total, work expenses need no written evidence. */
    noEvidenceCents: figure,
    /** The most that one small expense may be, to record it without a receipt. */
    smallExpenseCents: figure,
    /** The most that all small expenses of the year may add up to. */
    smallExpensesCents: figure,
    /** Up to this amount, laundry needs no written evidence. */
    laundryCents: figure,
    /** For a load of work clothes only. */
    laundryLoadCents: figure,
    /** For a load of work clothes and others. */
    mixedLaundryLoadCents: figure,
    /**
     * The most that an asset may cost for an employee to claim it in one year. Without it, nothing is said about assets.
     */
    immediateAssetCents: figure.optional(),
    carCentsPerKm: figure,
    /** For each car, by cents per kilometre. */
    carMaxKm: figure,
    /** The fixed rate for an hour of working from home. */
    homeCentsPerHour: figure,
    overtimeMealCents: figure,
    /** 0: the year has none. */
    standardDeductionCents: figure,
    /** Above this total with GST, a GST credit needs a tax invoice. */
    taxInvoiceCents: figure,
    /** From this total with GST, a tax invoice names its buyer. */
    buyerOnInvoiceCents: figure,
  })
  .refine(({ incomeYear, selfDue, agentDue }) => {
    const end = `${Number(incomeYear.slice(0, 4)) + 1}-06-30`
    return end < selfDue.value && selfDue.value <= agentDue.value
  }, 'must be due after the year ends, and from an agent no earlier than without one')
export type YearRules = z.infer<typeof yearRules>

/** In the order of their years. */
export const taxRules = z
  .array(yearRules)
  .min(1, 'must have at least one year')
  .refine(
    (years) => years.every(({ incomeYear }, i) => i === 0 || years[i - 1]!.incomeYear < incomeYear),
    'must have each year once, the earliest first',
  )
export type TaxRules = readonly YearRules[]
