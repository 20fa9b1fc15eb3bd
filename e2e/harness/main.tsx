import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router'
import { ToastHost } from '../../web/src/ui/toast.tsx'
import { fileCases } from './file-cases.tsx'
import { formCases } from './form-cases.tsx'
import { tableCases } from './table-cases.tsx'
import { widgetCases } from './widget-cases.tsx'
import '../../web/src/app/shell/shell.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')

createRoot(root, {
  // Shows errors that a developer would see in the console.
  onUncaughtError: (error) => {
    const text = document.createElement('pre')
    text.role = 'alert'
    text.textContent = String(error)
    document.body.append(text)
  },
}).render(
  <BrowserRouter>
    <main className="stack" style={{ maxWidth: '42rem', margin: '0 auto', padding: '1rem' }}>
      <Routes>
        {Object.entries({ ...fileCases, ...formCases, ...tableCases, ...widgetCases }).map(([name, Case]) => (
          <Route key={name} path={name} element={<Case />} />
        ))}
        <Route path="done" element={<h1>Done</h1>} />
      </Routes>
    </main>
    <ToastHost />
  </BrowserRouter>,
)
