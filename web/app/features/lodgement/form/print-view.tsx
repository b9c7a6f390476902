import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { formatCents } from '@docketbox/contract/core/money'
import { get } from 'react-hook-form'
import { plainDate } from '#platform/format/dates.ts'
import { product } from '#platform/page/product.ts'
import type { Answers } from '../answers.ts'
import { labels, questions } from '../labels.ts'
import { type FieldName, sections } from '../sections.ts'
import { rentalResultCents, workTotalCents } from '../totals.ts'
import { yearDatesOf } from '../years.ts'

const dateFields: FieldName[] = ['spouseDetails.dateOfBirth', 'residency.medicare']

/** The answers for printing, never with the myGov fields. */
export function PrintView({ answers, year }: { answers: Answers; year: string }) {
  const yearDates = yearDatesOf(year)
  const totals = { investment: rentalResultCents(answers), work: workTotalCents(answers) }
  return (
    <div className="hidden text-sm print:block">
      <p className="mb-4">
        {product.name} · {labels.incomeYear} {formatIncomeYear(year)}
      </p>
      {sections.map(({ name, title, question, requiredFields }, index) => {
        const total = name === 'investment' || name === 'work' ? totals[name] : undefined
        return (
          <section key={name} className="mb-5 break-inside-avoid">
            <h2 className="mb-1.5 border-b border-line pb-1 text-base">
              {index + 1} {title}
            </h2>
            <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
              {question && (
                <Line term={questions[question](yearDates)} value={yesOrNo(get(answers, question))} />
              )}
              {requiredFields(answers, false).map((field) => (
                <Line key={field} term={labelOf(field)} value={formatAnswer(field, get(answers, field))} />
              ))}
              {total !== undefined && <Line term="Total for the year" value={formatCents(total)} />}
            </dl>
          </section>
        )
      })}
    </div>
  )
}

function Line({ term, value }: { term: string; value: string }) {
  return (
    <>
      <dt>{term}</dt>
      <dd className="figures text-right font-semibold">{value}</dd>
    </>
  )
}

function labelOf(field: FieldName): string {
  return field in labels ? labels[field as keyof typeof labels] : field
}

function yesOrNo(answer: unknown): string {
  return answer === 'yes' ? 'Yes' : answer === 'no' ? 'No' : 'Not answered'
}

function formatAnswer(field: FieldName, value: unknown): string {
  if (typeof value === 'number') return formatCents(value)
  if (typeof value !== 'string' || value === '') return ''
  return dateFields.includes(field) ? plainDate(value) : value
}
