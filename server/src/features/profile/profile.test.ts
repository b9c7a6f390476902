import { api, type ProfileBody } from '@docketbox/contract'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
})

const update = (person: Person, body: ProfileBody) => server.call(api.profile.update, { body }, person)

describe('the profile', () => {
  const address = {
    street: '1 Gum Street',
    city: 'Ballarat',
    state: 'Victoria' as const,
    zipCode: '3350',
    country: 'Australia',
  }

  test('is changed as a whole or in part', async () => {
    const ann = await server.addUser('ann@example.com')
    const whole = { firstName: 'Anne-Marie', lastName: 'O’Brien', phoneNumber: '+61 412 345 678', address }
    const { status, body } = await update(ann, whole)
    expect(status).toBe(200)
    expect(body).toMatchObject({ message: 'Profile updated successfully!', user: { _id: ann.id, ...whole } })
    await update(ann, { lastName: 'Lee' })
    const me = await server.call(api.auth.loggedUser, {}, ann)
    expect(me.body).toMatchObject({ firstName: 'Anne-Marie', lastName: 'Lee', address })
  })

  test('names every bad field', async () => {
    const person = await server.addUser('bad@example.com')
    const { status, body } = await update(person, {
      firstName: ' ',
      lastName: '<b>Lee</b>',
      phoneNumber: 'x',
      address: { ...address, street: 'x'.repeat(201), state: 'VIC' as never, zipCode: '335' },
    })
    expect(status).toBe(400)
    expect(Object.keys((body as unknown as { fields: object }).fields).toSorted()).toEqual([
      'address.state',
      'address.street',
      'address.zipCode',
      'firstName',
      'lastName',
      'phoneNumber',
    ])
  })

  test('keeps an address from before the list of states when another part changes', async () => {
    const person = await server.addUser('older@example.com')
    const { db } = server.deps
    const older = { state: 'VIC', zipCode: 'VIC 3350', street: '1 Gum Street' }
    await db.updateTable('users').set(older).where('id', '=', person.id).execute()
    const { status, body } = await update(person, { address: { city: 'Ballarat' } })
    expect(status).toBe(200)
    expect(body.user.address).toMatchObject({ ...older, city: 'Ballarat' })
  })

  test.each(['role', 'email', '_id', 'isActive', 'status', 'subs_details', 'username'])(
    'takes no %s',
    async (key) => {
      const person = await server.addUser(`${key}@example.com`)
      const { status } = await update(person, { [key]: 'Super Admin' } as ProfileBody)
      expect(status).toBe(400)
      const me = await server.call(api.auth.loggedUser, {}, person)
      expect(me.body).toMatchObject({ role: 'User', email: `${key}@example.com` })
    },
  )
})

describe('the picture', () => {
  const photo = async () =>
    sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#0e6b52' } })
      .withExif({ IFD0: { Copyright: 'canary-exif' } })
      .jpeg()
      .toBuffer()
  const upload = async (person: Person, bytes: Buffer, name = 'me.jpg') => {
    const body = new File([new Uint8Array(bytes)], name)
    return (await server.call(api.receipts.uploadPicture, { body }, person)).body.uri
  }

  test('comes from the user’s own photo, without its metadata, and is shown to anyone who knows its address', async () => {
    const person = await server.addUser('picture@example.com')
    const { status, body } = await update(person, { picture: await upload(person, await photo()) })
    expect(status).toBe(200)
    const shown = await fetch(server.url + body.user.picture)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toBe('image/webp')
    expect(shown.headers.get('cache-control')).toContain('immutable')
    const bytes = Buffer.from(await shown.arrayBuffer())
    expect((await sharp(bytes).metadata()).width).toBe(1600)
    expect(bytes.toString('latin1')).not.toContain('canary-exif')
  })

  test('stays if it’s sent back unchanged and is removed by null', async () => {
    const person = await server.addUser('keep@example.com')
    const { body } = await update(person, { picture: await upload(person, await photo()) })
    const again = await update(person, { picture: body.user.picture, firstName: 'Ann' })
    expect(again.body.user.picture).toBe(body.user.picture)
    expect((await update(person, { picture: null })).body.user.picture).toBeNull()
  })

  test("is never someone else's draft, an invented one or a web page", async () => {
    const owner = await server.addUser('owner@example.com')
    const thief = await server.addUser('thief@example.com')
    const uri = await upload(owner, await photo())
    const others = [
      'draft:01a1f98c-b7c0-73be-90be-d80dc65f7534',
      'http://169.254.169.254/',
      '/etc/passwd',
      '',
    ]
    for (const picture of [uri, ...others]) {
      const refused = await update(thief, { picture })
      expect(refused).toMatchObject({ status: 404, body: { code: 'profile.unknownPicture' } })
    }
  })

  test('is no document', async () => {
    const person = await server.addUser('pdf@example.com')
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
    const uri = await upload(person, pdf, 'me.pdf')
    expect((await update(person, { picture: uri })).status).toBe(422)
  })

  test('isn’t found when no user has it', async () => {
    const unknown = await server.call(api.profile.avatar, { params: { picture: 'a'.repeat(64) } })
    expect(unknown.status).toBe(404)
    const traversal = await fetch(`${server.url}/api/avatars/..%2f..%2fetc%2fpasswd`)
    expect(traversal.status).toBe(400)
  })
})
