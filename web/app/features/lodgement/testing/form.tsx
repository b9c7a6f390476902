import { claims } from '@docketbox/contract/lodgement/claims'
import { lodgementEndpoints, defaultRules } from '@docketbox/contract/lodgement/endpoints'
import { screen, within } from '@testing-library/react'
import { fake, refuse, serveFakes } from '#testing/fake-api.tsx'
import { renderScreen } from '#testing/render.tsx'
import { LodgementForm } from '../form/form.tsx'

/** The form as somebody fills it in, for its tests. */
export type User = ReturnType<typeof renderScreen>['user']
export type Sent = { body: unknown; headers: Record<string, string> }

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
export const submit = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Submit' })[0]!
export const section = (name: RegExp) => within(screen.getByRole('region', { name }))
export const question = (text: RegExp) => within(screen.getByRole('radiogroup', { name: text }))
export const answer = (user: User, text: RegExp, yesNo: 'Yes' | 'No') =>
  user.click(question(text).getByRole('radio', { name: yesNo }))

export async function write(user: User, control: HTMLInputElement, text: string) {
  await user.click(control)
  await user.paste(text)
}

export function open({ asksMyGovPassword = true, answers = [] as (() => ReturnType<typeof refuse>)[] } = {}) {
  const sent: Sent[] = []
  serveFakes(
    fake(lodgementEndpoints.form, () => ({
      asksMyGovPassword,
      incomeYears: ['2026-27', '2025-26', '2024-25', '2023-24'],
      defaultIncomeYear: '2025-26',
    })),
    fake(
      { ...lodgementEndpoints.submit, body: claims({ ...defaultRules, asksMyGovPassword }) },
      ({ body, headers }) => {
        sent.push({ body, headers })
        return answers.shift()?.() ?? { message: 'Submission successful!', reference: '7K3M-9QXR' }
      },
    ),
  )
  return { sent, ...renderScreen(<LodgementForm />, { path: '/lodgement' }) }
}

export async function fillInPerson(user: User) {
  await write(user, field('Full name'), 'Ann Lee')
  await write(user, field('Email'), 'ann@example.com')
  await write(user, field('Phone number'), '0412 345 678')
  await write(user, field('myGov password'), 'a secret')
  await write(user, field('Confirm myGov password'), 'a secret')
  await write(user, field('Number of dependents'), '2')
}
