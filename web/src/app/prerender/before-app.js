// Stands in prerendered pages (scripts/prerender.ts) and runs before anything of them is shown.
;(() => {
  const page = document.documentElement
  page.dataset.who = 'visitor'
  // What comes with that has its place at once.
  page.dataset.asked = [...new URLSearchParams(location.search).keys()].join(' ')
  // As passkeys.ts has it.
  if (!window.PublicKeyCredential || /^(\[|[\d.]+$)/.test(location.hostname)) page.dataset.passkeys = 'no'
  try {
    // The second as expected.ts writes it.
    if (localStorage.getItem('token') && !localStorage.getItem('no-profile')) page.dataset.who = 'caregiver'
  } catch {}
  // Right after the first picture, sooner than a timer would: it waits neither for these scripts nor for their names.
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload'
  }
  requestAnimationFrame(() => port2.postMessage(null))
  // A button that is pressed before the app listens is pressed once it does (take-over.tsx). Enter presses one, too: the
  // browser would load the page anew and lose what was typed.
  const hold = (event) => {
    const button = event.target.closest?.('[data-early]')
    if (!button) return
    event.preventDefault()
    event.stopImmediatePropagation()
    button.dataset.early = 'pressed'
  }
  addEventListener('click', hold, true)
})()
