import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { endpointsFor, versionOf } from '#stripe/account/webhook-endpoints.ts'
import type { Delivery } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

const secondsUntilRetry = [1, 5, 15, 60, 300, 900, 3600]
const giveUpAfter = 72 + secondsUntilRetry.length

export type Webhooks = {
  /** Resolves once no delivery is in progress or due within a minute. */
  settled(): Promise<void>
  stop(): void
}

type Options = {
  url: string | (() => string) | undefined
  secret: string
  retryDelaysMs: number[] | undefined
}

/** Delivers every event, signed, at least once: anything but a 2xx is retried. */
export function startWebhooks(world: World, { url, secret, retryDelaysMs }: Options): Webhooks {
  const delays = retryDelaysMs ?? secondsUntilRetry.map((seconds) => seconds * 1000)
  const waiting = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  let isStopped = false

  const attempt = async (delivery: Delivery): Promise<void> => {
    if (isStopped) return
    const event = world.find('event', delivery.event)
    if (!event) return world.remove('delivery', delivery.id)
    const target = targetOf(event, delivery)
    const isDelivered = target === undefined || (await send(target.event, target.url, target.secret))
    if (isStopped) return
    const attempts = delivery.attempts + 1
    if (isDelivered || attempts >= giveUpAfter) {
      world.remove('delivery', delivery.id)
      const { pending_webhooks } = world.get('event', event.id)
      world.change('event', event.id, { pending_webhooks: Math.max(0, pending_webhooks - 1) })
      return
    }
    const wait = delays[Math.min(attempts, delays.length) - 1]!
    schedule(world.put('delivery', { ...delivery, attempts, dueAtMs: Date.now() + wait }))
  }

  const schedule = (delivery: Delivery): void => {
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        const done = attempt(delivery).finally(() => waiting.delete(done))
        waiting.add(done)
      },
      Math.max(0, delivery.dueAtMs - Date.now()),
    )
    timer.unref()
    timers.add(timer)
  }

  /** Where a delivery goes now, or undefined if its endpoint has gone. */
  const targetOf = (event: Stripe.EventBase, { url, endpoint: id }: Delivery) => {
    if (id === undefined) return { event, url, secret }
    const endpoint = endpointsFor(world, event.type).find((row) => row.id === id)
    if (!endpoint) return undefined
    // The version is only a name here: objects always have the shape of ours.
    const inVersion = { ...event, api_version: versionOf(endpoint) } as Stripe.EventBase
    return { event: inVersion, url: endpoint.url, secret: endpoint.secret }
  }

  world.onEvent((event) => {
    const started = typeof url === 'function' ? url() : url
    const targets = [
      ...(started ? [{ url: started }] : []),
      ...endpointsFor(world, event.type).map((row) => ({ url: row.url, endpoint: row.id })),
    ]
    if (targets.length === 0) return
    world.change('event', event.id, { pending_webhooks: targets.length })
    for (const target of targets)
      schedule(
        world.put('delivery', {
          ...target,
          id: world.id('del'),
          event: event.id,
          attempts: 0,
          dueAtMs: Date.now(),
        }),
      )
  })
  for (const delivery of world.all('delivery')) schedule(delivery)

  return {
    settled: async () => {
      for (;;) {
        await Promise.allSettled(waiting)
        const soon = world.all('delivery').filter((row) => row.dueAtMs < Date.now() + 60_000)
        if (waiting.size === 0 && soon.length === 0) return
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
    stop: () => {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

async function send(event: Stripe.EventBase, url: string, secret: string): Promise<boolean> {
  const body = JSON.stringify(event)
  // Signed with the real time, because receivers compare it with theirs.
  const timestamp = Math.floor(Date.now() / 1000)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(body, secret, timestamp),
        'user-agent': 'Stripe/1.0 (local stand-in)',
      },
      body,
      signal: AbortSignal.timeout(20_000),
      redirect: 'manual',
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

export function signatureOf(body: string, secret: string, timestamp: number): string {
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}
