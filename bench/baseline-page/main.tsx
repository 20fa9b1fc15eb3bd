import { createRoot } from 'react-dom/client'
import { BrowserRouter, Link, Route, Routes } from 'react-router'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')

createRoot(root).render(
  <BrowserRouter>
    <Routes>
      <Route path="/" element={<Page title="Home" to="/login" />} />
      <Route path="/login" element={<Page title="Sign In" to="/" />} />
    </Routes>
  </BrowserRouter>,
)

/** A page with some text and a link to another page. */
function Page({ title, to }: { title: string; to: string }) {
  return (
    <main>
      <h1>{title}</h1>
      <p>Arrange playdates for your children with the families you know.</p>
      <Link to={to}>Go on</Link>
    </main>
  )
}
