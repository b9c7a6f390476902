/** Throws in production, where a pretend service must never run. */
export function refuseProduction(standIn: string, environment = process.env.NODE_ENV): void {
  if (environment === 'production')
    throw new Error(`${standIn} is a local stand-in and never runs in production.`)
}

/** Throws if the environment has a live key, because then real payments are intended. */
export function refuseLiveKeys(standIn: string, environment: object = process.env): void {
  const isLive = Object.values(environment).some((value) => /^(sk|rk|pk)_live_/.test(String(value)))
  if (isLive) throw new Error(`${standIn} doesn't start when a live key is configured.`)
}
