// Stands in pages that were drawn ahead (scripts/draw-pages.ts) and runs before anything of them is shown.
;(() => {
  const page = document.documentElement
  try {
    // As lib/session/session-mark.ts writes and reads it.
    const mark = localStorage.getItem('session-mark') ?? 'caregiver'
    const part = /^\/admin\b/.test(location.pathname) ? 'admin' : 'caregiver'
    if (!localStorage.getItem('token') || !mark.includes(part)) page.classList.add('visitor')
  } catch {
    page.classList.add('visitor')
  }
  // Right after the first picture, sooner than a timer would: it waits neither for these scripts nor for their names.
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload'
  }
  requestAnimationFrame(() => port2.postMessage(null))
  // Until the app has come to life, nothing can be sent; the browser would load the page anew and lose what was typed.
  addEventListener('submit', (event) => {
    if (page.dataset.alive) return
    event.preventDefault()
    page.dataset.sent = 'yes'
  })
  // A button that is pressed so early is pressed once it works (lib/early-press.ts).
  const keep = (event) => {
    const button = event.target.closest?.('[data-early]')
    if (!button) return
    event.stopImmediatePropagation()
    button.dataset.pressed = 'yes'
  }
  addEventListener('click', keep, true)
})()
