import { forms } from './payment-forms.js'

const sheet = new CSSStyleSheet()
sheet.replaceSync(`
  :host { display: block; font: inherit; color: inherit }
  .tabs { display: flex; gap: 8px; margin-bottom: 12px }
  .tabs button {
    flex: 1; min-height: 44px; font: inherit; color: inherit; background: none; cursor: pointer;
    border: 1px solid currentColor; border-radius: 8px; opacity: .75;
  }
  .tabs button[aria-pressed='true'] { opacity: 1; border-width: 2px; font-weight: 600 }
  .fields { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
  .wide { grid-column: 1 / -1 }
  label { display: block; font-size: .9375rem; font-weight: 600 }
  input {
    box-sizing: border-box; width: 100%; min-height: 44px; margin-top: 4px; padding: 8px 12px; font: inherit;
    color: inherit; background: transparent; border: 1px solid currentColor; border-radius: 8px;
  }
  input[aria-invalid='true'] { border-width: 2px }
  :focus-visible { outline: 3px solid currentColor; outline-offset: 2px }
  .note { margin: 12px 0 0; font-size: .875rem }
  .problem { margin: 8px 0 0; font-size: .9375rem; font-weight: 600 }
  .problem:empty { display: none }
`)

/** The Payment Element: tabs, labelled fields and one line for errors. */
export function paymentElement() {
  const handlers = {}
  const values = { number: '', expiry: '', cvc: '', name: '', email: '', bsb: '', account: '' }
  let kind = 'card'
  let host
  let root

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
    root.replaceChildren(
      node('div', { class: 'tabs', role: 'group', 'aria-label': 'Payment method' }, ...tabs),
      node('div', { class: 'fields' }, ...fields),
      node('p', { class: 'problem', id: 'problem', role: 'alert' }),
      node('p', { class: 'note' }, 'Local stand-in: no money moves. Try 4242 4242 4242 4242.'),
    )
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
      draw()
      setTimeout(() => emit('ready'))
    },
    unmount: () => host?.replaceChildren(),
    destroy: () => element.unmount(),
    update: () => {},
    collapse: () => {},
    focus: () => root?.querySelector('input')?.focus(),
    blur: () => root?.activeElement?.blur(),
    clear: () => {
      for (const name of Object.keys(values)) values[name] = ''
      draw()
    },
    on: (event, handler) => {
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
