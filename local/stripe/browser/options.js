// Options that aren't modelled are refused by name, so that a page doesn't rely on what only seems to work.

/** Throws for options other than `known`: their names, each with a check, or with the names of nested options. */
export function checkOptions(place, options, known) {
  for (const [name, value] of Object.entries(options ?? {})) {
    if (value === undefined) continue
    const check = known[name]
    if (check === undefined)
      throw new Error(`The local Stripe stand-in does not model the option '${name}' of ${place}.`)
    if (typeof check === 'object') checkOptions(`${place}.${name}`, value, check)
    else if (!check(value))
      throw new Error(`Invalid value for ${place}: ${name} is ${JSON.stringify(value)}.`)
  }
}

export const isText = (value) => typeof value === 'string' && value !== ''
export const oneOf =
  (...values) =>
  (value) =>
    values.includes(value)

/** A colour the frames understand: they know no variables of the page. */
export const isColour = (value) => isText(value) && /^(#[\da-f]{3,8}|rgba?\([^a-z]+\)|[a-z]+)$/i.test(value)
