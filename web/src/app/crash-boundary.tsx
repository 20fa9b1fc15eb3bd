import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { brand } from '#lib/brand.ts'
import './crash.css'

// An ornament: the words below must do without it, as whatever broke may be the line to the server.
const CrashArt = lazy<ComponentType>(async () => {
  try {
    return { default: (await import('./crash-art.tsx')).CrashArt }
  } catch {
    return { default: () => null }
  }
})

/** The last net: needs no router, no data, no bar. Once something fell into it, it stays. */
export class CrashBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false }

  static getDerivedStateFromError() {
    return { hasCrashed: true }
  }

  override render() {
    return this.state.hasCrashed ? <CrashScreen /> : this.props.children
  }
}

function CrashScreen() {
  return (
    <>
      <header className="topbar">
        <a className="display crash__brand" href="/">
          {brand}
        </a>
      </header>
      <main className="crash">
        <Suspense fallback={<span className="crash__art" />}>
          <CrashArt />
        </Suspense>
        <div role="alert">
          <h1>Oops! Something went wrong.</h1>
        </div>
        <p>We apologize for the inconvenience. Here are a few things you can try:</p>
        <div className="card">
          <ul className="todo">
            <li className="todo--1">Refresh the page</li>
            <li className="todo--2">Clear your browser cache</li>
            <li className="todo--3">Contact support</li>
          </ul>
        </div>
        <button
          className="btn btn--action btn--l crash__again"
          type="button"
          onClick={() => window.location.reload()}
        >
          Refresh
        </button>
      </main>
    </>
  )
}
