import { formatDay, formatDayOfYear } from '@docketbox/contract/core/dates'
import { DIARY_DAYS, daysOfDiary } from '@docketbox/contract/records/diary'
import type { Diary, RecordClaim, Service } from '@docketbox/contract/records/schemas'
import { ProgressBar } from '#ui/data/progress.tsx'
import { Card, Perforation } from '#ui/layout/card.tsx'
import { ClaimFigure } from '../claim-figure.tsx'
import { DiaryDays } from './diary-days.tsx'
import { DiaryForm } from './diary-form.tsx'

const texts: Record<Service, { name: string; unit: string }> = {
  phone: {
    name: 'Phone',
    unit: 'Count calls and messages, or minutes. Use the same unit for all four weeks.',
  },
  internet: { name: 'Internet', unit: 'Count hours or minutes. Use the same unit for all four weeks.' },
}

type DiaryCardProps = {
  service: Service
  incomeYear: string
  diary: Diary | undefined
  claim: RecordClaim | undefined
}

export function DiaryCard({ service, incomeYear, diary, claim }: DiaryCardProps) {
  const { name, unit } = texts[service]
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div className="grid gap-3">
        <h2 className="text-lg">{name}</h2>
        {claim && <ClaimFigure claim={claim} />}
        {diary && (
          <ProgressBar
            label={`${formatDayOfYear(diary.startedOn)} – ${formatDay(daysOfDiary(diary.startedOn).at(-1)!)}`}
            status={`${diary.days.length} of ${DIARY_DAYS} days`}
            value={diary.days.length}
            total={DIARY_DAYS}
          />
        )}
      </div>
      {diary && <DiaryDays service={service} diary={diary} unit={unit} />}
      {diary && <Perforation />}
      <DiaryForm service={service} name={name} incomeYear={incomeYear} diary={diary} />
    </Card>
  )
}
