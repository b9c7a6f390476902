import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endSession, startSession } from '#platform/session/session.ts'
import { renderScreen, signInAs, tokenUntil } from '#testing/render.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { Form, useFormOf } from './form.tsx'

const schema = z.object({
  name: z.string(),
  amount: z.number().optional(),
  about: z.object({ note: z.string() }),
  password: z.string().optional(),
  secondFactor: z.string().optional(),
})

type Secret = 'password' | 'secondFactor'

type TestFormProps = { name: string; about: string; secret: Secret | undefined }

function TestForm({ name, about, secret }: TestFormProps) {
  const form = useFormOf(schema, { name, amount: 12_50, about: { note: '' } })
  return (
    <Form form={form} onSubmit={() => undefined} label="Supplier" about={about}>
      <TextField name="name" label="Name" />
      <MoneyField name="amount" label="Amount" />
      <TextField name="about.note" label="Note" />
      {secret && <PasswordField name={secret} label="Secret" autoComplete="off" />}
    </Form>
  )
}

type Options = { name?: string; about?: string; secret?: Secret; at?: string }

const open = ({ name = 'Ampol', about = 'a1', secret, at = '/receipts?receipt=1' }: Options = {}) =>
  renderScreen(<TestForm name={name} about={about} secret={secret} />, { path: '/receipts', at })
const note = () => screen.getByLabelText<HTMLInputElement>('Note').value

/** Types a note, then the session ends. */
async function typeUntilSessionEnds({ to, ...form }: { to?: string; secret?: Secret } = {}) {
  const { user, unmount } = open(form)
  await user.type(screen.getByLabelText('Note'), 'For the van')
  if (form.secret) {
    await user.type(screen.getByLabelText('Secret'), 'Secret')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
  }
  endSession(to)
  unmount()
}

let logins = 0
beforeEach(() => {
  sessionStorage.clear()
  // A session that no earlier test has left on purpose.
  const token = tokenUntil(Date.now() + 7_200_000 + ++logins * 1000)
  startSession({ token, role: 'User', user: { _id: 'u1' }, rememberMe: false })
})

test('what was typed when the session ended is still there after logging in again, once', async () => {
  await typeUntilSessionEnds()
  signInAs()
  const { unmount } = open()
  expect(note()).toBe('For the van')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ampol')
  unmount()
  open()
  expect(note()).toBe('')
})

test('what was typed is still there when this tab learns that its user has logged in again in another one', async () => {
  const { user, unmount } = open()
  await user.type(screen.getByLabelText('Note'), 'For the van')
  signInAs()
  unmount()
  open()
  expect(note()).toBe('For the van')
})

test.each([
  ['{Backspace}', ''],
  ['12,5', '12,5'],
])('after %j was typed in place of an amount, it shows %j again', async (keys, shown) => {
  const { user, unmount } = open()
  const amount = () => screen.getByLabelText<HTMLInputElement>('Amount')
  await user.tripleClick(amount())
  await user.keyboard(keys)
  endSession()
  unmount()
  signInAs()
  open()
  expect(amount().value).toBe(shown)
})

test('what was typed isn’t shown to another user', async () => {
  await typeUntilSessionEnds()
  signInAs('User', { _id: 'u2' })
  open()
  expect(note()).toBe('')
})

test.each([{ name: 'Shell' }, { about: 'a2' }, { at: '/receipts?receipt=2' }])(
  'what was typed isn’t entered into the form of something else: %o',
  async (other) => {
    await typeUntilSessionEnds()
    signInAs()
    open(other)
    expect(note()).toBe('')
  },
)

test.each([
  ['after logging out', { to: '/login' }],
  ['beside a password', { secret: 'password' as const }],
  ['beside a recovery code', { secret: 'secondFactor' as const }],
])('nothing that was typed is stored %s', async (_, options) => {
  await typeUntilSessionEnds(options)
  expect(JSON.stringify(sessionStorage)).not.toContain('For the van')
})

describe('while the page isn’t on screen', () => {
  function setHidden(isHidden: boolean): void {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  afterEach(() => vi.restoreAllMocks())
  async function type() {
    const { user, unmount } = open()
    await user.type(screen.getByLabelText('Note'), 'For the van')
    return unmount
  }

  test('what’s typed is kept in case the phone ends it', async () => {
    const unmount = await type()
    setHidden(true)
    const stored = Object.fromEntries(Object.entries(sessionStorage))
    unmount()
    Object.assign(sessionStorage, stored)
    open()
    expect(note()).toBe('For the van')
  })

  test.each([
    ['it’s on screen again', () => setHidden(false)],
    ['the form has been left', (unmount: () => void) => unmount()],
  ])('it’s no longer kept once %s', async (_, end) => {
    const unmount = await type()
    setHidden(true)
    end(unmount)
    expect(JSON.stringify(sessionStorage)).not.toContain('For the van')
  })

  test('what has been sent isn’t kept: it would be saved twice', async () => {
    await type()
    fireEvent.submit(screen.getByRole('form', { name: 'Supplier' }))
    setHidden(true)
    expect(JSON.stringify(sessionStorage)).not.toContain('For the van')
  })
})
