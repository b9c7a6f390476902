/** The same date some years earlier; 28 February for 29 February in a year without one. */
export function yearsBefore(day: string, years: number): string {
  const year = Number(day.slice(0, 4)) - years
  const isLeapYear = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
  return `${year}${isLeapYear ? day.slice(4) : day.slice(4).replace('-02-29', '-02-28')}`
}
