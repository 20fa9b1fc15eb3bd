// Stands in pages that were drawn ahead (scripts/draw-pages.ts) and runs before anything of them is shown.
;(() => {
  const page = document.documentElement
  try {
    if (!localStorage.getItem('token')) page.classList.add('visitor')
  } catch {
    page.classList.add('visitor')
  }
  // Until the app has come to life, nothing can be sent; the browser would load the page anew and lose what was typed.
  addEventListener('submit', (event) => {
    if (page.dataset.alive) return
    event.preventDefault()
    page.dataset.sent = 'yes'
  })
})()
