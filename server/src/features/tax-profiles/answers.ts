import type { TaxProfile } from '@docketbox/contract'

/** What an owner answered, which counts from an income year on until their next answers do. */
type DatedAnswers = TaxProfile & {
  /** The year in which that income year ends; `ALL_YEARS` for the first ones. */
  fromYear: number
}
/** In the order of their years. */
export type TaxProfiles = readonly DatedAnswers[]

export const ALL_YEARS = 0
const unanswered: DatedAnswers = { fromYear: ALL_YEARS, work: null, isGstRegistered: null }
const questions = ['work', 'isGstRegistered'] as const

/** The answers that count for an income year. @param ending the year it ends in. */
export function answersIn(profiles: TaxProfiles | null, ending: number): TaxProfile {
  const { work, isGstRegistered } = profiles?.findLast(({ fromYear }) => fromYear <= ending) ?? unanswered
  return { work, isGstRegistered }
}

type Change = { [Question in keyof TaxProfile]?: TaxProfile[Question] | undefined }
type Years = {
  /** From which one the answers count. */
  from: number | undefined
  /** The last one whose return was lodged. Unless `from` says it, a first answer that would change it counts from the next one on. */
  lastLodged: number | undefined
  /** The one that's running. Unless `from` says it, answers after the first count from this one on. */
  current: number
}
/** They're what we assume until the first answer. */
const usual: readonly unknown[] = ['employee', false]

/** What counted before the last answer to a question; undefined unless `value` is that one and starts before `since`. */
export function answeredBefore<Question extends keyof TaxProfile>(
  profiles: TaxProfiles,
  question: Question,
  { value, since }: { value: TaxProfile[Question]; since: number },
): DatedAnswers | undefined {
  if (answersIn(profiles, since - 1)[question] !== value) return undefined
  const last = profiles.findLast((each) => each[question] !== value)
  return last && last.fromYear < since ? last : undefined
}

/** Changes answers from a year on. One that counts already may start later: until then, the one before it counts. */
export function withAnswers(profiles: TaxProfiles, change: Change, years: Years): TaxProfiles {
  const { from, lastLodged, current } = years
  return questions.reduce<TaxProfiles>((answers, question) => {
    const value = change[question]
    if (value === undefined) return answers
    const answered = answers.filter((each) => questions.some((question) => each[question] !== null))
    const isFirst = answered.length <= 1 && (answered[0] ?? unanswered)[question] === null
    const first = lastLodged === undefined || usual.includes(value) ? ALL_YEARS : lastLodged + 1
    if (from === undefined) return changedSince(answers, { [question]: value }, isFirst ? first : current)
    const before = answeredBefore(answers, question, { value, since: from })
    const kept = answers.map((each) =>
      before && each.fromYear > before.fromYear && each.fromYear < from
        ? { ...each, [question]: before[question] }
        : each,
    )
    return changedSince(kept, { [question]: value }, from)
  }, profiles)
}

function changedSince(profiles: TaxProfiles, change: Partial<TaxProfile>, since: number): TaxProfiles {
  const [first = unanswered, ...later] = profiles
  const all = [first, ...later]
  const changed = [
    ...all.filter(({ fromYear }) => fromYear < since),
    ...[{ ...answersIn(all, since), fromYear: since }, ...all.filter(({ fromYear }) => fromYear > since)].map(
      (answers) => ({ ...answers, ...change }),
    ),
  ]
  return changed.filter((answers, index) => {
    const previous = changed[index - 1]
    return previous === undefined || questions.some((question) => answers[question] !== previous[question])
  })
}
