import { parseCookie, stringifySetCookie } from 'cookie'
import { z } from 'zod'
import type { Deps } from '#platform/config/deps.ts'
import { decrypt, encrypt } from '#platform/security/encryption.ts'

type CookieDeps = Pick<Deps, 'now' | 'publicUrl' | 'secrets'>

type CookieOptions<Value> = {
  name: string
  schema: z.ZodType<Value>
  path: string
  seconds: number
  sameSite: 'lax' | 'strict'
}

/** A cookie that scripts can't read, and that only we can write: it's encrypted and authenticated. */
export function sealedCookie<Value>({ name, schema, path, seconds, sameSite }: CookieOptions<Value>) {
  const sealed = z.object({ value: schema, endsAt: z.number() })

  function header(publicUrl: string, value: string, maxAge: number): string {
    const secure = publicUrl.startsWith('https:')
    return stringifySetCookie({ name, value, path, maxAge, httpOnly: true, sameSite, secure })
  }

  return {
    /** @returns the `Set-Cookie` header that stores the value. */
    write({ secrets, publicUrl, now }: CookieDeps, value: Value): string {
      const endsAt = now().getTime() + seconds * 1000
      const encrypted = encrypt(secrets.encryptionKey, name, JSON.stringify({ value, endsAt }))
      return header(publicUrl, encrypted.toString('base64url'), seconds)
    },
    /** @returns the `Set-Cookie` header that deletes it. */
    clear: ({ publicUrl }: Pick<CookieDeps, 'publicUrl'>): string => header(publicUrl, '', 0),
    /**
     * @param cookies the `Cookie` header.
     * @returns undefined if the cookie is missing, altered or expired.
     */
    read({ secrets, now }: CookieDeps, cookies: string): Value | undefined {
      const text = parseCookie(cookies)[name]
      if (!text) return undefined
      try {
        const decrypted = decrypt(secrets.encryptionKey, name, Buffer.from(text, 'base64url')).toString()
        const { value, endsAt } = sealed.parse(JSON.parse(decrypted))
        return endsAt > now().getTime() ? value : undefined
      } catch {
        return undefined
      }
    },
  }
}
