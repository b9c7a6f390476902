import { randomBytes, randomInt } from 'node:crypto'
import { api, type Output } from '@docketbox/contract'
import type { BrowserContext } from '@playwright/test'
import { callApi } from '../product/api.ts'
import { waitForMail } from '../product/mailbox.ts'

/** A person with an account. */
export type Person = Readonly<{
  firstName: string
  lastName: string
  email: string
  password: string
}>
/** A person with a session. */
export type SignedInPerson = Person &
  Readonly<{ _id: string; token: string; session: Output<typeof api.auth.signIn> }>

type Where = Readonly<{ url: string; mailUrl: string }>

/** A new person with a unique email and an uncommon password. */
export function newPersonDetails(name: { firstName?: string; lastName?: string } = {}): Person {
  const { firstName = 'Ann', lastName = 'Lee' } = name
  const mark = randomBytes(5).toString('hex')
  return {
    firstName,
    lastName,
    email: `${firstName}.${mark}@example.com`.toLowerCase().replaceAll(' ', ''),
    password: `gum leaf ${mark}`,
  }
}

/** Signs a person up through the API, for journeys that aren't about signing up. */
export async function addPerson(
  { url, mailUrl }: Where,
  { plan = 'Trial', ...name }: { plan?: 'Trial' | 'none'; firstName?: string; lastName?: string } = {},
): Promise<SignedInPerson> {
  const person = newPersonDetails(name)
  const { firstName, lastName, email, password } = person
  const address = someAddress()
  const home = {
    street: 'Victoria',
    city: 'City',
    state: 'Victoria',
    zipCode: '0000',
    country: 'Australia',
  } as const
  const body = { firstName, lastName, email, password, phoneNumber: '0412 345 678', address: home }
  await callApi(url, api.auth.signUp, { body }, { address })
  const letter = await waitForMail(mailUrl, { to: email })
  const link = new URL(letter.links.find((one) => one.includes('token='))!)
  const query = { token: link.searchParams.get('token')!, email }
  await callApi(url, api.auth.verify, { query }, { address })
  const signedIn = await signInByApi(url, person)
  if (plan === 'Trial')
    await callApi(url, api.subscriptions.subscribe, { body: { plan: 'Trial' } }, { token: signedIn.token })
  return signedIn
}

/** Logs a person in. */
export async function signInByApi(url: string, person: Person): Promise<SignedInPerson> {
  const body = { email: person.email, password: person.password }
  const session = await callApi(url, api.auth.signIn, { body }, { address: someAddress() })
  return { ...person, _id: session._id, token: session.token, session }
}

/**
 * Stores a session in a browser, as the login screen does: when it opens its first page of this origin, which takes a
 * fraction of opening another page for it now.
 */
export async function putSession(
  context: BrowserContext,
  origin: string,
  { session }: SignedInPerson,
): Promise<void> {
  const { token, role, ...user } = session
  const stored = { token, role, user: JSON.stringify({ ...user, role }) }
  await context.addInitScript(storeOnce, { origin, stored, mark: `put-session-${user._id}` })
}

/** Runs in every page. */
function storeOnce({
  origin,
  stored,
  mark,
}: {
  origin: string
  stored: Record<string, string>
  mark: string
}): void {
  if (window.origin !== origin || localStorage.getItem(mark)) return
  localStorage.setItem(mark, 'true')
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
}

function someAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
}
