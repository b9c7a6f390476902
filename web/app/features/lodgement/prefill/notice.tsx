import { countOf } from '@docketbox/contract/core/counts'
import { daysOf, formatIncomeYear } from '@docketbox/contract/core/income-years'
import { paths } from '@docketbox/contract/core/paths'
import { formatLabel } from '@docketbox/contract/receipts/labels/names'
import { today } from '#platform/format/dates.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import type { Answers } from '../answers.ts'
import type { Prefill } from './context.ts'

const listOf = (names: readonly string[]) =>
  new Intl.ListFormat('en-AU', { type: 'disjunction' }).format(names)

/** The unanswered questions that amounts are hidden behind. */
function questionsBefore({ sources }: Prefill, { logBook, investmentProperty }: Answers): string[] {
  const isOfProperty = (name: string) => name.startsWith('investmentDetails.')
  const names = [...sources.keys()]
  return [
    ...(names.some(isOfProperty) && !investmentProperty ? ['investment property'] : []),
    ...(names.some((name) => !isOfProperty(name)) && !logBook ? ['logbook'] : []),
  ]
}

type PrefillNoticeProps = { prefill: Prefill; year: string; answers: Answers }

/** Says what was filled in, and that it needs a check. */
export function PrefillNotice({ prefill, year, answers }: PrefillNoticeProps) {
  const { sources, leftOut, assets, possibleAssets, otherLabels, recordsLeftOut } = prefill
  const count = sources.size
  const questions = questionsBefore(prefill, answers)
  return (
    <Notice>
      <p>
        {count === 0
          ? 'We’ve filled in your details from your profile.'
          : `We’ve filled in your details, and ${count === 1 ? 'one amount' : `${count} amounts`} from your receipts and records for ${formatIncomeYear(year)}.`}{' '}
        Please check everything. You can change anything.
      </p>
      {count > 0 && today() <= daysOf(year).last && (
        <p className="mt-1">
          {formatIncomeYear(year)} isn’t over yet. The amounts are what you’ve recorded so far, spread over
          the whole year.
        </p>
      )}
      {questions.length > 0 && (
        <p className="mt-1">
          You’ll see the amounts once you’ve answered the {questions.join(' and ')}{' '}
          {questions.length === 1 ? 'question' : 'questions'}.
        </p>
      )}
      {leftOut > 0 && (
        <p className="mt-1">
          {leftOut === 1
            ? '1 expense isn’t included because we don’t know its deduction label or amount yet, or think it may be private.'
            : `${leftOut.toLocaleString('en-AU')} expenses aren’t included because we don’t know their deduction label or amount yet, or think they may be private.`}
        </p>
      )}
      {assets > 0 && (
        <p className="mt-1">
          {countOf(assets, 'asset')} you claim over several years {assets === 1 ? 'isn’t' : 'aren’t'}{' '}
          included, because only this year’s decline in value counts.
        </p>
      )}
      {possibleAssets > 0 && (
        <p className="mt-1">
          {countOf(possibleAssets, 'purchase')} above $300 {possibleAssets === 1 ? 'isn’t' : 'aren’t'}{' '}
          included yet. Will you use {possibleAssets === 1 ? 'it' : 'them'} for more than a year?{' '}
          <TextLink to={paths.year(year)}>Open the income year to tell us</TextLink>
        </p>
      )}
      {otherLabels.length > 0 && (
        <p className="mt-1">
          The form doesn’t ask about {listOf(otherLabels.map(formatLabel))}. Tell us about those when we
          contact you.
        </p>
      )}
      {recordsLeftOut.length > 0 && (
        <div className="mt-1">
          <p>
            Some of your records aren’t included yet.{' '}
            <TextLink to={paths.records(year)}>Open your records</TextLink>
          </p>
          <ul className="list-disc pl-5">
            {recordsLeftOut.map(({ subject, reason }) => (
              <li key={subject}>
                {subject}
                {reason && `: ${reason}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Notice>
  )
}
