import { once } from 'node:events'
import { type Agent, type IncomingMessage, request } from 'node:http'
import { api, type Receipt } from '@docketbox/contract'
import type { Person, TestServer } from './harness.ts'
import { pdf } from '@docketbox/testing/files/samples'

/** The six categories as the migration numbers them. */
export const categoryIds = [1, 2, 3, 4, 5, 6].map((n) => `01937000-0000-7000-8000-00000000000${n}`)
type SixIds = [string, string, string, string, string, string]
export const [fuel, travel, insurance, meal, training, others] = categoryIds as SixIds

let count = 0

/** A user with a session on the trial. */
export async function addSubscriber(server: TestServer, email: string): Promise<Person> {
  const person = await server.addUser(email)
  await server.call(api.subscriptions.subscribe, { body: { plan: 'Trial' } }, person)
  return person
}

export function fileOf(content: Buffer | string, name = 'docket.pdf'): File {
  return new File([typeof content === 'string' ? content : new Uint8Array(content)], name)
}

/** @returns the uri of the draft. */
export async function upload(
  server: Pick<TestServer, 'call'>,
  person: Person,
  file: File = fileOf(pdf(`Docket ${count++}`)),
) {
  const response = await server.call(api.receipts.uploadFile, { body: file, query: {} }, person)
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body.uri
}

/** Uploads a file and files it as a receipt. */
export async function fileReceipt(
  server: Pick<TestServer, 'call'>,
  person: Person,
  more: {
    file?: File
    category?: string
    description?: string
    title?: string
    capturedOn?: string
    documentDate?: string
  } = {},
): Promise<Receipt> {
  const { file = fileOf(pdf(`Docket ${count++}`)), category = fuel, description = 'Fuel to Dubbo' } = more
  const { title = file.name, capturedOn, documentDate } = more
  const uri = await upload(server, person, file)
  const response = await server.call(
    api.receipts.save,
    {
      body: {
        category,
        file: [{ uri, title }],
        description,
        capturedOn,
        ...(documentDate !== undefined && { facts: { documentDate } }),
      },
    },
    person,
  )
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body
}

/** Uploads a file over an agent's keep-alive connections. @returns the status. */
export async function uploadOver(
  agent: Agent,
  { url }: TestServer,
  { token }: Person,
  file: File,
): Promise<number> {
  const form = new FormData()
  form.set('file', file)
  const sent = new Response(form)
  const headers = { authorization: `Bearer ${token}`, 'content-type': sent.headers.get('content-type')! }
  const sending = request(url + api.receipts.uploadFile.path, { method: 'POST', agent, headers })
  sending.end(Buffer.from(await sent.arrayBuffer()))
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  await once(response.resume(), 'end')
  return response.statusCode!
}
