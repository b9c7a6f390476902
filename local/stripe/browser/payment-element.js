import { applyAppearance } from './appearance.js'
import { checkOptions, isText } from './options.js'
import { forms } from './payment-forms.js'

const address = { line1: isText, city: isText, state: isText, postal_code: isText, country: isText }
export const elementOptions = {
  defaultValues: { billingDetails: { name: isText, email: isText, address } },
}

/** States in which there's nothing to pay any more. */
const terminal = ['succeeded', 'canceled']
const EVENTS = ['blur', 'change', 'escape', 'focus', 'loaderror', 'loaderstart', 'ready']

const sheet = new CSSStyleSheet()
sheet.replaceSync(`
  /* As in a frame, nothing of the page's style comes in. */
  :host { all: initial; display: block }
  #root { color: var(--colorText); font: var(--fontSizeBase)/1.5 var(--fontFamily) }
  .tabs { display: flex; gap: 8px; margin-bottom: 12px }
  .tabs button {
    flex: 1; min-height: 44px; font: inherit; color: var(--colorTextSecondary); cursor: pointer;
    background: var(--colorBackground); border: 1px solid currentColor; border-radius: var(--borderRadius);
  }
  .tabs button[aria-pressed='true'] {
    color: var(--colorPrimary); border-color: var(--colorPrimary); border-width: 2px; font-weight: 600;
  }
  .fields { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
  .wide { grid-column: 1 / -1 }
  label { display: block; font-size: .9375em; font-weight: 600 }
  input {
    box-sizing: border-box; width: 100%; min-height: 44px; margin-top: 4px; padding: 8px 12px; font: inherit;
    color: inherit; background: var(--colorBackground); border: 1px solid var(--colorTextSecondary);
    border-radius: var(--borderRadius);
  }
  input[aria-invalid='true'] { border: 2px solid var(--colorDanger) }
  :focus-visible { outline: 3px solid var(--colorPrimary); outline-offset: 2px }
  .note { margin: 12px 0 0; font-size: .875em; color: var(--colorTextSecondary) }
  .problem { margin: 8px 0 0; font-size: .9375em; color: var(--colorDanger) }
  .problem:empty { display: none }
`)

/**
 * The Payment Element: tabs, labelled fields and one line for errors.
 * @param group what it needs from its Elements group: the appearance, and the payment that it loads.
 */
export function paymentElement(options, { appearance, load }) {
  const handlers = {}
  const values = { number: '', expiry: '', cvc: '', name: '', email: '', bsb: '', account: '' }
  let kind = 'card'
  let host
  let root
  let isReady = false
  prefill(options)

  function prefill({ defaultValues: { billingDetails: { name, email } = {} } = {} } = {}) {
    values.name ||= name ?? ''
    values.email ||= email ?? ''
  }

  const emit = (event, detail) => {
    for (const handler of handlers[event] ?? []) handler({ elementType: 'payment', ...detail })
  }
  const state = () => ({
    complete: forms[kind].check(values) === undefined,
    empty: forms[kind].fields.every(({ name }) => values[name] === ''),
    collapsed: false,
    value: { type: kind },
  })

  function node(tag, attributes = {}, ...children) {
    const made = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith('on')) made.addEventListener(name.slice(2), value)
      else if (value !== undefined) made.setAttribute(name, value)
    }
    made.append(...children)
    return made
  }

  function draw() {
    const tabs = Object.entries(forms).map(([name, { title }]) =>
      node(
        'button',
        {
          type: 'button',
          'aria-pressed': String(name === kind),
          onclick: () => {
            kind = name
            draw()
            emit('change', state())
          },
        },
        title,
      ),
    )
    const fields = forms[kind].fields.map(({ name, label, wide, ...rest }) =>
      node(
        'label',
        wide ? { class: 'wide' } : {},
        label,
        node('input', {
          ...rest,
          name,
          value: values[name],
          'aria-describedby': 'problem',
          onfocus: () => emit('focus'),
          onblur: () => emit('blur'),
          oninput: (event) => {
            values[name] = event.target.value
            complain(undefined)
            emit('change', state())
          },
        }),
      ),
    )
    root.getElementById('root')?.remove()
    const inside = node(
      'div',
      { id: 'root' },
      node('div', { class: 'tabs', role: 'group', 'aria-label': 'Payment method' }, ...tabs),
      node('div', { class: 'fields' }, ...fields),
      node('p', { class: 'problem', id: 'problem', role: 'alert' }),
      node('p', { class: 'note' }, 'Local stand-in: no money moves. Try 4242 4242 4242 4242.'),
    )
    applyAppearance(inside, appearance())
    root.append(inside)
  }

  async function start() {
    emit('loaderstart')
    const { paymentIntent, error } = await load()
    // Unmounted meanwhile.
    if (!host) return
    if (error) return emit('loaderror', { error })
    if (terminal.includes(paymentIntent.status)) {
      const message = `The PaymentIntent is ${paymentIntent.status}, so it can't be paid with Elements.`
      const code = 'payment_intent_unexpected_state'
      return emit('loaderror', { error: { type: 'invalid_request_error', code, message } })
    }
    draw()
    isReady = true
    emit('ready')
  }

  function complain(found) {
    root.querySelector('.problem').textContent = found?.message ?? ''
    for (const input of root.querySelectorAll('input'))
      input.setAttribute('aria-invalid', String(input.name === found?.name))
    if (found) root.querySelector(`input[name='${found.name}']`)?.focus()
  }

  const element = {
    mount(target) {
      host = typeof target === 'string' ? document.querySelector(target) : target
      const inside = document.createElement('div')
      host.replaceChildren(inside)
      root = inside.attachShadow({ mode: 'open' })
      root.adoptedStyleSheets = [sheet]
      setTimeout(() => void start())
    },
    unmount() {
      host?.replaceChildren()
      host = undefined
      isReady = false
    },
    destroy: () => element.unmount(),
    update(change) {
      checkOptions("the payment element's update()", change, elementOptions)
      prefill(change)
      if (isReady && !root.activeElement) draw()
    },
    restyle() {
      if (isReady) applyAppearance(root.getElementById('root'), appearance())
    },
    isReady: () => isReady,
    collapse: () => {},
    focus: () => root?.querySelector('input')?.focus(),
    blur: () => root?.activeElement?.blur(),
    clear: () => {
      for (const name of Object.keys(values)) values[name] = ''
      draw()
    },
    on: (event, handler) => {
      if (!EVENTS.includes(event))
        throw new Error(`The local Stripe stand-in does not model the event '${event}'.`)
      handlers[event] = [...(handlers[event] ?? []), handler]
      return element
    },
    once: (event, handler) => {
      const first = (detail) => {
        element.off(event, first)
        handler(detail)
      }
      return element.on(event, first)
    },
    off: (event, handler) => {
      handlers[event] = (handlers[event] ?? []).filter((one) => handler !== undefined && one !== handler)
      return element
    },
    validate() {
      const found = forms[kind].check(values)
      complain(found)
      if (!found) return undefined
      const { name: _, ...error } = found
      return error
    },
    data: () => forms[kind].data(values),
    kind: () => kind,
  }
  return element
}
