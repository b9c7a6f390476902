/** Shows the bank's page over this one, as Stripe does for cards. Resolves once it's done or closed. */
export function authenticate(page, id) {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog')
    const frame = document.createElement('iframe')
    const close = document.createElement('button')
    dialog.setAttribute('aria-label', 'Bank authentication')
    dialog.style.cssText = 'width: min(400px, 100vw - 32px); padding: 0; border: 0; border-radius: 12px'
    frame.title = 'Bank authentication'
    frame.style.cssText = 'display: block; width: 100%; height: min(420px, 80vh); border: 0; background: #fff'
    close.textContent = 'Close'
    close.style.cssText = 'width: 100%; min-height: 44px; font: inherit'
    frame.src = page

    const finish = (isClosed) => {
      window.removeEventListener('message', hear)
      dialog.remove()
      resolve(isClosed ? 'closed' : 'done')
    }
    const hear = ({ source, data }) => {
      if (source === frame.contentWindow && data?.authenticated === id) finish(false)
    }
    window.addEventListener('message', hear)
    dialog.addEventListener('cancel', () => finish(true))
    close.addEventListener('click', () => finish(true))
    dialog.append(frame, close)
    document.body.append(dialog)
    dialog.showModal()
  })
}
