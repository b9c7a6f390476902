import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { localKeys } from '@docketbox/standins/stripe'

const AT_ONCE = 16

/** Delivers events as the provider does, signed, and tells how long each answer took. */
export async function deliverAll(url: string, queue: string[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const times: number[] = []
  const work = async () => {
    for (let body = queue.pop(); body !== undefined; body = queue.pop()) {
      const began = performance.now()
      const status = await deliver(`${url}/api/payment-events`, body, agent)
      if (status !== 200) throw new Error(`An event was answered with ${status}.`)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  agent.destroy()
  return times
}

function deliver(url: string, body: string, agent: Agent): Promise<number> {
  const at = Math.floor(Date.now() / 1000)
  const signature = `t=${at},v1=${createHmac('sha256', localKeys.webhookSecret).update(`${at}.${body}`).digest('hex')}`
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject).end(body)
  })
}
