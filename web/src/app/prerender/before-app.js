// Inlined in prerendered pages by scripts/prerender.ts. It runs before they are shown.
;(() => {
  const page = document.documentElement
  page.dataset.who = 'visitor'
  // Styles reserve the space for what the query string will add.
  page.dataset.asked = [...new URLSearchParams(location.search).keys()].join(' ')
  // The same check as in passkeys.ts.
  if (!window.PublicKeyCredential || /^(\[|[\d.]+$)/.test(location.hostname)) page.dataset.passkeys = 'no'
  try {
    // expected.ts writes the second key.
    if (localStorage.getItem('token') && !localStorage.getItem('no-profile')) page.dataset.who = 'caregiver'
  } catch {}
  // Right after the first paint, sooner than with a timer. The paint waits for neither these scripts nor their names.
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload'
  }
  requestAnimationFrame(() => port2.postMessage(null))
  // A button pressed before the app listens is pressed again by take-over.tsx once it does. Enter presses one, too: the
  // browser would otherwise reload the page and lose what was typed.
  const hold = (event) => {
    const button = event.target.closest?.('[data-early]')
    if (!button) return
    event.preventDefault()
    event.stopImmediatePropagation()
    button.dataset.early = 'pressed'
  }
  addEventListener('click', hold, true)
})()
