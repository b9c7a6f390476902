/** A stand-in pretends to be somebody else's service: it may never run where real people are served. */
export function refuseProduction(standIn: string, environment = process.env.NODE_ENV): void {
  if (environment === 'production')
    throw new Error(`${standIn} is a local stand-in and never runs in production.`)
}

/** A live key in the environment means that real payments are meant. */
export function refuseLiveKeys(standIn: string, environment: object = process.env): void {
  const isLive = Object.values(environment).some((value) => /^(sk|rk|pk)_live_/.test(String(value)))
  if (isLive) throw new Error(`${standIn} does not start where a live key is configured.`)
}
