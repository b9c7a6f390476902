import { claims } from '@docketbox/contract/lodgement/claims'
import { defaultRules, lodgementEndpoints } from '@docketbox/contract/lodgement/endpoints'
import { screen, within } from '@testing-library/react'
import { vi } from 'vitest'
import { product } from '#platform/page/product.ts'
import { fake, type refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { ClaimsForm } from '../form/claims-form.tsx'

/** Fills in the form in November 2026, of a page that was built then, whenever the test runs. */
export function pinToday() {
  vi.setSystemTime('2026-11-22T02:00:00Z')
  product.buildDay = '2026-11-22'
}

export type User = ReturnType<typeof renderScreen>['user']
type Request = { body: unknown; headers: Record<string, string> }

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
export const submitButton = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Submit' })[0]!
export const section = (name: RegExp) => within(screen.getByRole('region', { name }))
export const question = (text: RegExp) => within(screen.getByRole('radiogroup', { name: text }))
export const answer = (user: User, text: RegExp, yesNo: 'Yes' | 'No') =>
  user.click(question(text).getByRole('radio', { name: yesNo }))

export async function paste(user: User, control: HTMLInputElement, text: string) {
  await user.click(control)
  await user.paste(text)
}

/**
 * Renders the form. `requests` collects what it submits.
 * @param responses what the server answers first; after them, submissions succeed.
 */
export function open({
  asksMyGovPassword = false,
  isConfirmed = true,
  responses = [] as (() => ReturnType<typeof refuse>)[],
} = {}) {
  const requests: Request[] = []
  serveFakes(
    fake(lodgementEndpoints.form, () => ({
      asksMyGovPassword,
      incomeYears: ['2026-27', '2025-26', '2024-25', '2023-24'],
      defaultIncomeYear: '2025-26',
    })),
    fake(
      { ...lodgementEndpoints.submit, body: claims({ ...defaultRules, asksMyGovPassword }) },
      ({ body, headers }) => {
        requests.push({ body, headers })
        const received = { message: 'Submission successful!', reference: '7K3M-9QXR', isConfirmed }
        return responses.shift()?.() ?? received
      },
    ),
  )
  return { requests, ...renderScreen(<ClaimsForm />, { path: '/lodgement' }) }
}

export async function fillInPerson(user: User) {
  await paste(user, field('Full name'), 'Ann Lee')
  await paste(user, field('Email'), 'ann@example.com')
  await paste(user, field('Phone number'), '0412 345 678')
  await paste(user, field('Number of dependants'), '2')
}

/** Fills in the myGov fields, which appear once the server has said that it asks for them. */
export async function fillInMyGov(user: User) {
  await paste(user, await screen.findByLabelText<HTMLInputElement>('myGov password'), 'a secret')
  await paste(user, field('Confirm myGov password'), 'a secret')
}
