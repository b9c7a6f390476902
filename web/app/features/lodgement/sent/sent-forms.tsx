import { formatIncomeYear, lodgementYears } from '@docketbox/contract/core/income-years'
import { formatCents } from '@docketbox/contract/core/money'
import { paths, withQuery } from '@docketbox/contract/core/paths'
import { ownLodgementEndpoints, type SentAnswers } from '@docketbox/contract/lodgement/own-endpoints'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '#ui/controls/button.tsx'
import { LoadError } from '#ui/data/load-error.tsx'
import { query } from '#platform/api/query.ts'
import { plainDate, shortTime, today } from '#platform/format/dates.ts'
import { Card } from '#ui/layout/card.tsx'
import { labels } from '../labels.ts'

/** The way to the claims and deductions form, and the ones someone sent for an income year, with their answers. */
export function SentForms({ incomeYear }: { incomeYear: string }) {
  const sent = useQuery(query(ownLodgementEndpoints.sent, { params: { incomeYear } }))
  const forms = sent.data?.docs ?? []
  const offered = lodgementYears(today())
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="text-lg">Claims and deductions form</h2>
      <p className="max-w-prose text-sm text-soft">
        It goes to our team or a registered tax agent, not to the ATO. We fill in what we know from your
        receipts and records, and keep a copy of what you send here.
      </p>
      {offered.includes(incomeYear) ? (
        <ButtonLink
          to={withQuery(paths.lodgement, { year: incomeYear })}
          variant="secondary"
          className="justify-self-start"
        >
          Fill in the form
        </ButtonLink>
      ) : (
        <p className="text-sm">You can fill it in for {formatIncomeYear(offered.at(-1)!)} and later years.</p>
      )}
      <LoadError query={sent}>We couldn’t load the forms you’ve sent.</LoadError>
      {forms.length > 0 && (
        <ul className="grid gap-2" aria-label="Forms you sent">
          {forms.map((form) => (
            <li key={form._id}>
              <details className="rounded-md border border-line px-4">
                <summary className="figures flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 py-2">
                  <span className="font-semibold">{form.reference}</span>
                  <span className="text-sm text-soft">{shortTime(form.sentAt)}</span>
                </summary>
                {form.answers ? (
                  <dl className="grid gap-1 pb-4 text-sm">
                    {linesOf(form.answers).map(([term, value]) => (
                      <div key={term} className="flex justify-between gap-4 border-b border-line py-1.5">
                        <dt className="text-soft">{term}</dt>
                        <dd className="figures text-right wrap-anywhere">{value}</dd>
                      </div>
                    ))}
                  </dl>
                ) : (
                  <p className="pb-4 text-sm">We can no longer read the answers on this form.</p>
                )}
              </details>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function linesOf(answers: SentAnswers): [string, string][] {
  const { spouseDetails: spouse, investmentDetails: property, residency, logBookDetails } = answers
  return [
    [labels.fullName, answers.fullName],
    [labels.email, answers.email],
    [labels.phoneNumber, answers.phoneNumber],
    ['Spouse', yesOrNo(answers.spouseInformation)],
    ...(spouse
      ? ([
          ['Spouse’s name', `${spouse.firstName} ${spouse.lastName}`],
          ['Spouse’s date of birth', plainDate(spouse.dateOfBirth)],
          ['Spouse’s annual income', formatCents(spouse.annualIncome)],
        ] as [string, string][])
      : []),
    ['Investment property', yesOrNo(answers.investmentProperty)],
    ...(property
      ? ([
          [labels['investmentDetails.totalRentalIncome'], formatCents(property.totalRentalIncome)],
          [labels['investmentDetails.totalPropertyExpenses'], formatCents(property.totalPropertyExpenses)],
        ] as [string, string][])
      : []),
    [labels.dependents, String(answers.dependents)],
    [labels['residency.status'], yesOrNo(residency.status)],
    ...(residency.medicare
      ? ([[labels['residency.medicare'], plainDate(residency.medicare)]] as [string, string][])
      : []),
    ['Logbook', yesOrNo(answers.logBook)],
    ...Object.entries(logBookDetails ?? {}).map(([item, cents]): [string, string] => [
      labels[`logBookDetails.${item}` as keyof typeof labels] ?? item,
      formatCents(cents),
    ]),
  ]
}

function yesOrNo(answer: boolean | null): string {
  return answer === null ? 'Not answered' : answer ? 'Yes' : 'No'
}
