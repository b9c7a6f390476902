const bankStyles = new CSSStyleSheet()
bankStyles.replaceSync(`
  dialog { max-width: 24rem; padding: 24px; font: 1rem/1.5 system-ui, sans-serif; border: 1px solid; border-radius: 12px }
  dialog::backdrop { background: rgb(0 0 0 / 60%) }
  h2 { margin: 0 0 16px; font-size: 1.125rem }
  button { min-height: 44px; margin: 0 8px 8px 0; padding: 0 16px; font: inherit; cursor: pointer }
`)

/** The bank's check, in a modal over the page. Resolves to whether it was approved; closing it is a refusal. */
export function askBank(cents) {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [bankStyles]
  const dialog = document.createElement('dialog')
  const title = document.createElement('h2')
  title.textContent = `Your bank asks: approve $${(cents / 100).toFixed(2)}?`
  dialog.setAttribute('aria-label', title.textContent)
  const button = (label, outcome) => {
    const made = document.createElement('button')
    made.textContent = label
    made.addEventListener('click', () => dialog.close(outcome))
    return made
  }
  dialog.append(title, button('Complete authentication', 'approve'), button('Fail authentication', 'fail'))
  root.append(dialog)
  document.body.append(host)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      host.remove()
      resolve(dialog.returnValue === 'approve')
    })
  })
}
