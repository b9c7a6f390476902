import { html } from '#http/html.ts'
import { page } from '#http/page.ts'
import { demoPeople } from './people.ts'

const frame = {
  standIn: 'Local Google stand-in',
  note: 'This is not Google. Nothing leaves this machine, and there is no password.',
}

/** Asks who is signing in. Every button posts to `action`. */
export function chooserPage(action: string, appName: string, problem?: string): string {
  const body = html` <form method="post" action="${action}" class="docket">
      <h1>Choose an account</h1>
      <p class="soft">to continue to ${appName}</p>
      <ul class="list">
        ${demoPeople.map(
          (one) =>
            html`<li>
              <button name="person" value="${one.sub}">
                <strong>${one.givenName} ${one.familyName}</strong>
                ${!one.isEmailVerified && html`<small>email not verified</small>`}
                <span>${one.email}</span>
              </button>
            </li>`,
        )}
      </ul>
    </form>
    <form method="post" action="${action}" class="docket">
      <h1>Use another account</h1>
      ${problem && html`<p class="clay" role="alert">${problem}</p>`}
      <label>Email<input name="email" type="email" autocomplete="email" maxlength="254" required /></label>
      <label>First name<input name="givenName" autocomplete="given-name" maxlength="50" /></label>
      <label>Last name<input name="familyName" autocomplete="family-name" maxlength="50" /></label>
      <button class="button">Continue</button>
    </form>
    <form method="post" action="${action}">
      <button class="button quiet" name="cancel" value="yes">Cancel</button>
    </form>`
  return page({ ...frame, title: 'Choose an account', body })
}

export function problemPage(title: string, detail: string): string {
  return page({
    ...frame,
    title,
    body: html`<h1>${title}</h1>
      <p>${detail}</p>`,
  })
}

export function startPage(issuer: string): string {
  const body = html` <h1>Sign-in without Google</h1>
    <p>This OpenID Connect issuer takes the place of Google. The product's Google button leads here.</p>
    <p class="soft">
      Its configuration:
      <a href="/.well-known/openid-configuration">${issuer}/.well-known/openid-configuration</a>
    </p>`
  return page({ ...frame, title: 'Local issuer', body })
}
