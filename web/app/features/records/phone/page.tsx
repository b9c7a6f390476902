import { HOME_CHOICE } from '@docketbox/contract/records/year'
import { combinationNotes } from '@docketbox/contract/records/texts'
import { services } from '@docketbox/contract/records/schemas'
import { pageMeta } from '#platform/page/meta.ts'
import { Card } from '#ui/layout/card.tsx'
import { RecordsFrame } from '../frame.tsx'
import { hasAlternatives, MethodChoice } from '../method-choice.tsx'
import { DiaryCard } from './diary-card.tsx'

export const meta = () => pageMeta({ title: 'Phone and internet' })

/** Diaries of four weeks about how much a phone and an internet connection are used for work. */
export default function PhonePage() {
  return (
    <RecordsFrame
      title="Phone and internet"
      lead="For four typical weeks in a row, record how you use your phone and internet each day."
      blocks={['h-64', 'h-64']}
    >
      {({ incomeYear, diaries, claims }) => {
        const alternatives = claims.filter(({ choice }) => choice === HOME_CHOICE)
        return (
          <>
            <p className="max-w-prose text-sm text-soft">{combinationNotes.phoneAndInternet}</p>
            {hasAlternatives(alternatives) && (
              <Card>
                <MethodChoice incomeYear={incomeYear} claims={alternatives} />
              </Card>
            )}
            {services.map((service) => (
              <DiaryCard
                key={service}
                service={service}
                incomeYear={incomeYear}
                diary={diaries.find((diary) => diary.service === service)}
                claim={alternatives.find(({ _id }) => _id.endsWith(service))}
              />
            ))}
          </>
        )
      }}
    </RecordsFrame>
  )
}
