import { sydneyDay } from '@docketbox/contract/core/dates'
import { daysOf, lastFinishedYear } from '@docketbox/contract/core/income-years'
import { useEffect, useState } from 'react'
import { product } from '#platform/page/product.ts'

/** The day it is in Sydney, also when the page was built on another. */
export function useToday(): string {
  const [today, setToday] = useState(product.buildDay)
  useEffect(() => {
    // By itself: asking a browser for the day somewhere takes as long as bringing a section to life.
    const timer = setTimeout(() => setToday(sydneyDay(new Date())))
    return () => clearTimeout(timer)
  }, [])
  return today
}

/** The days an income year runs between: `1 July 2025 and 30 June 2026`. */
export function yearInWords(year: string): string {
  const { first, last } = daysOf(year)
  return `1 July ${first.slice(0, 4)} and 30 June ${last.slice(0, 4)}`
}

/** The years to choose from, the last finished one first: it is what nearly everybody wants. */
export function yearChoices(years: readonly string[], today: string): { value: string; label: string }[] {
  const usual = lastFinishedYear(today)
  const others = years.filter((year) => year < usual)
  const running = years.filter((year) => year > usual)
  return [
    { value: usual, label: `${usual} (last finished)` },
    ...others.map((year) => ({ value: year, label: year })),
    ...running.map((year) => ({ value: year, label: `${year} (still running)` })),
  ]
}
