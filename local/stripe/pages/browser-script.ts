import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** `/v3/stripe.js`: replaces Stripe's browser library. */
export function mountBrowserScript(app: FastifyInstance): void {
  const script = classicScript([
    'options.js',
    'appearance.js',
    'payment-forms.js',
    'payment-element.js',
    'elements.js',
    'authentication.js',
    'stripe.js',
  ])
  app.get('/v3/stripe.js', (_, reply) =>
    reply
      .headers({
        'cache-control': 'no-cache',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      .type('text/javascript; charset=utf-8')
      .send(script),
  )
}

/** Joins the modules into the classic script pages expect, turning imports and exports into plain names. */
function classicScript(names: string[]): string {
  const modules = names.map((name) => readFileSync(join(import.meta.dirname, '../browser', name), 'utf8'))
  const plain = modules.map((text) => text.replaceAll(/^import .*$/gm, '').replaceAll(/^export /gm, ''))
  return `;(() => {\n'use strict'\n${plain.join('\n')}\n})()\n`
}
