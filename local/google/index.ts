import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Provider } from 'oidc-provider'
import { isLocalHost, listenOnLoopback, loopback } from '#http/listen.ts'
import { pageHeaders } from '#http/page.ts'
import { refuseProduction } from '#http/refuse-production.ts'
import { chooserPage, problemPage, startPage } from './pages.ts'
import { person } from './people.ts'
import { createProvider, openPeople, type People, sessionCookie } from './provider.ts'

export type { GooglePerson } from './people.ts'
export { demoPeople } from './people.ts'
export type Google = Awaited<ReturnType<typeof startGoogle>>

type Settings = Readonly<{
  /** Where the product receives people back; read at the first sign-in. */
  redirectUri: () => string
  /** What the chooser calls the product. */
  appName?: string
  /** Used if it's free; otherwise, and by default, any free port. */
  port?: number | undefined
}>

// Importing it would load Node's whole fetch: 17 MB.
const { createServer } = process.getBuiltinModule('node:http')

const clientId = 'docketbox-local.apps.googleusercontent.example'
const clientSecret = 'local-google-secret'

/** Starts an OpenID Connect issuer on loopback in place of Google. */
export async function startGoogle({ redirectUri, appName = 'the product', port: preferredPort }: Settings) {
  refuseProduction('The Google issuer')
  const people = openPeople()
  let provider: Promise<Provider> | undefined
  // Loaded at the first sign-in: the library takes 45 MB of memory.
  const open = () =>
    (provider ??= createProvider(issuer, { clientId, clientSecret, redirectUri: redirectUri() }, people))

  const server = createServer((request, response) => {
    respond(request, response).catch((error: Error) => {
      if (!response.headersSent)
        send(response, 400, problemPage("You can't continue this sign-in", error.message))
      else response.destroy(error)
    })
  })
  const issuer = `http://${loopback}:${await listenOnLoopback(server, preferredPort)}`

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isLocalHost(request.headers.host)) return send(response, 403, problemPage('No', 'Loopback only.'))
    forgetSession(request)
    const { pathname } = new URL(request.url ?? '/', issuer)
    if (pathname === '/') return send(response, 200, startPage(issuer))
    if (!pathname.startsWith('/interaction/')) return (await open()).callback()(request, response)
    const isSubmitted = request.method === 'POST'
    const form = new URLSearchParams(isSubmitted ? await text(request) : '')
    const chosen = isSubmitted ? choose(form, people) : undefined
    const openProvider = await open()
    if (chosen === undefined || (typeof chosen === 'string' && chosen !== 'cancelled')) {
      await openProvider.interactionDetails(request, response)
      return send(response, 200, chooserPage(pathname, appName, chosen))
    }
    const result =
      chosen === 'cancelled'
        ? { error: 'access_denied', error_description: 'The user cancelled.' }
        : { select_account: {}, login: { accountId: chosen.sub } }
    return openProvider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }

  return {
    issuer,
    clientId,
    clientSecret,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The chosen person, or what's wrong with the form. */
function choose(form: URLSearchParams, people: People) {
  if (form.get('cancel')) return 'cancelled'
  const existing = people.get(form.get('person') ?? '')
  if (existing) return existing
  const email = form.get('email')?.trim() ?? ''
  if (!/^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(email)) return 'Enter an email address.'
  const givenName = form.get('givenName')?.trim() || email.split('@')[0]!
  const typed = person(email, givenName, form.get('familyName')?.trim() ?? '')
  people.set(typed.sub, people.get(typed.sub) ?? typed)
  return people.get(typed.sub)!
}

/** Always shows the account chooser. */
function forgetSession({ headers }: IncomingMessage): void {
  const rest = headers.cookie?.split('; ').filter((cookie) => !cookie.startsWith(sessionCookie))
  if (rest) headers.cookie = rest.join('; ')
}

function send(response: ServerResponse, status: number, markup: string): void {
  response.writeHead(status, pageHeaders).end(markup)
}
