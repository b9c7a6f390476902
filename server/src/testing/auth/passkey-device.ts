import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Site = { origin: string; rpId: string }
type Options = { challenge: string; [option: string]: unknown }
type Twist = Partial<Site> & { challenge?: string; counter?: number; type?: string; flags?: number }

const USER_PRESENT = 1
const HAS_KEY = 0x40

/** A device with one passkey, written independently of the product's WebAuthn library, to check it. */
export function passkeyDevice(site: Site = { origin: 'http://docketbox.test', rpId: 'docketbox.test' }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let used = 0

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const head = (rpId: string, flags: number, counter: number) => {
    const bytes = Buffer.alloc(37)
    createHash('sha256').update(rpId).digest().copy(bytes)
    bytes.writeUInt8(flags, 32)
    bytes.writeUInt32BE(counter, 33)
    return bytes
  }
  const text = (bytes: Buffer) => bytes.toString('base64url')

  return {
    /** The browser's response when a passkey is created; `twist` falsifies parts of it. */
    create({ challenge }: Options, twist: Twist = {}) {
      const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
      // COSE: an ES256 key on P-256.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const authData = Buffer.concat([
        head(twist.rpId ?? site.rpId, twist.flags ?? USER_PRESENT | HAS_KEY, 0),
        Buffer.alloc(16),
        length,
        credentialId,
        key,
      ])
      // CBOR: { fmt: 'none', attStmt: {}, authData }.
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, authData.length]),
        authData,
      ])
      const clientDataBytes = clientData(
        twist.type ?? 'webauthn.create',
        twist.challenge ?? challenge,
        twist.origin ?? site.origin,
      )
      const response = {
        clientDataJSON: text(clientDataBytes),
        attestationObject: text(attestationObject),
        transports: ['internal'],
      }
      return { id, rawId: id, type: 'public-key' as const, response }
    },

    /** The browser's response when the passkey is used. */
    show({ challenge }: Options, twist: Twist = {}) {
      used++
      const authenticatorData = head(
        twist.rpId ?? site.rpId,
        twist.flags ?? USER_PRESENT,
        twist.counter ?? used,
      )
      const clientDataBytes = clientData(
        twist.type ?? 'webauthn.get',
        twist.challenge ?? challenge,
        twist.origin ?? site.origin,
      )
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientDataBytes).digest()])
      const response = {
        clientDataJSON: text(clientDataBytes),
        authenticatorData: text(authenticatorData),
        signature: text(sign('sha256', signed, privateKey)),
      }
      return { id, rawId: id, type: 'public-key' as const, response }
    },
  }
}
