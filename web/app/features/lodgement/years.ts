import { sydneyDay } from '@docketbox/contract/core/dates'
import { daysOf, lastFinishedYear, lodgementYears } from '@docketbox/contract/core/income-years'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { product } from '#platform/page/product.ts'
import type { Answers } from './answers.ts'

/** Today's date in Sydney; the build's date until the page has hydrated. */
export function useToday(): string {
  const [today, setToday] = useState(product.buildDay)
  useEffect(() => {
    // In its own task: formatting a date in a time zone takes as long as hydrating a section.
    const timer = setTimeout(() => setToday(sydneyDay(new Date())))
    return () => clearTimeout(timer)
  }, [])
  return today
}

/** Chooses the income year of a link such as `/lodgement?year=2024-25`, or else the last finished one. */
export function useIncomeYear<Payload>(form: UseFormReturn<Answers, unknown, Payload>, today: string): void {
  const { setValue } = form
  const [params] = useSearchParams()
  const year = params.get('year')
  useEffect(() => {
    if (year !== null && lodgementYears(sydneyDay(new Date())).includes(year)) setValue('incomeYear', year)
  }, [year, setValue])
  useEffect(() => {
    // The field starts with the last year that had finished when the page was built, which may be long ago.
    const atBuild = lastFinishedYear(product.buildDay)
    const last = lastFinishedYear(today)
    const isChosen = form.formState.defaultValues?.incomeYear !== undefined || year === atBuild
    if (last !== atBuild && !isChosen && form.getValues('incomeYear') === atBuild)
      form.setValue('incomeYear', last)
  }, [form, year, today])
}

/** The dates of an income year: `1 July 2025 and 30 June 2026`. */
export function yearDatesOf(year: string): string {
  const { first, last } = daysOf(year)
  return `1 July ${first.slice(0, 4)} and 30 June ${last.slice(0, 4)}`
}

/** The income years to choose from. The last finished one comes first because most users want it. */
export function yearChoices(years: readonly string[], today: string): { value: string; label: string }[] {
  const lastFinished = lastFinishedYear(today)
  const choice = (value: string, note = '') => ({ value, label: `${value.replace('-', '–')}${note}` })
  return [
    choice(lastFinished, ' (last income year)'),
    ...years.filter((year) => year < lastFinished).map((year) => choice(year)),
    ...years.filter((year) => year > lastFinished).map((year) => choice(year, ' (current year)')),
  ]
}
