import { type Html, html } from '#http/html.ts'
import { decodeForm, type FormValues } from '#stripe/api/form.ts'

type Fields = { number?: string; expiry?: string; name?: string }

/** A card form that works without script. After a decline it keeps everything typed except the security code. */
export function cardFields({ number, expiry, name }: Fields): Html {
  return html`
    <label for="number">Card number</label>
    <input
      id="number"
      name="number"
      inputmode="numeric"
      autocomplete="cc-number"
      required
      placeholder="4242 4242 4242 4242"
      value="${number ?? ''}"
    />
    <label for="expiry">Expiration date (MM / YY)</label>
    <input
      id="expiry"
      name="expiry"
      autocomplete="cc-exp"
      required
      placeholder="12 / 34"
      value="${expiry ?? ''}"
    />
    <label for="cvc">Security code</label>
    <input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" required placeholder="123" />
    <label for="name">Name on card</label>
    <input id="name" name="name" autocomplete="cc-name" required value="${name ?? ''}" />
  `
}

/** The fields of a bank account, with test accounts. */
export const debitFields: Html = html`
  <label for="account_name">Account holder’s name</label>
  <input id="account_name" name="name" required />
  <label for="bsb">BSB</label>
  <input id="bsb" name="bsb" inputmode="numeric" required value="000000" />
  <label for="account">Account number</label>
  <input id="account" name="account" inputmode="numeric" required placeholder="000123456" />
  <p class="soft">000123456 is paid after three days, 111111113 fails then.</p>
`

export const testCards: Html = html`
  <details>
    <summary>Cards to try</summary>
    <dl class="facts">
      <dt>4242 4242 4242 4242</dt>
      <dd>is accepted</dd>
      <dt>4000 0000 0000 0002</dt>
      <dd>is declined</dd>
      <dt>4000 0000 0000 9995</dt>
      <dd>has insufficient funds</dd>
      <dt>4000 0027 6000 3184</dt>
      <dd>asks the bank first</dd>
      <dt>4000 0000 0000 0341</dt>
      <dd>works now, fails when a subscription renews</dd>
      <dt>4000 0000 0000 0259</dt>
      <dd>is disputed straight away</dd>
      <dt>4000 0000 0000 5126</dt>
      <dd>has refunds come back a day later</dd>
    </dl>
    <p class="soft">Any later date and any three digits will do.</p>
  </details>
`

/** Reads "12 / 34", "1234" or "12/2034". */
export function expiryOf(text: string): { exp_month: number; exp_year: number } {
  const parts = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(text)
  const year = Number(parts?.[2] ?? 0)
  return { exp_month: Number(parts?.[1] ?? 0), exp_year: year < 100 ? 2000 + year : year }
}

export function money(cents: number): string {
  return `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`
}

export function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-AU', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Australia/Sydney',
  })
}

export function formOf(body: unknown): FormValues {
  return decodeForm(typeof body === 'string' ? body : '')
}

export function fieldOf(form: FormValues, name: string): string {
  const value = form[name]
  return typeof value === 'string' ? value : ''
}
