/** A stand-in pretends to be somebody else's service: it may never run where real people are served. */
export function refuseProduction(standIn: string, environment = process.env.NODE_ENV): void {
  if (environment === 'production')
    throw new Error(`${standIn} is a local stand-in and never runs in production.`)
}
