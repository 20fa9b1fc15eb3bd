import { Component, type ReactNode } from 'react'
import { brand } from '#lib/brand.ts'
import Logo from '#ui/art/logo.svg?react'
import OopsArt from '#ui/art/scene-oops.svg?react'
import { Icon, type IconName } from '#ui/icon.tsx'
import './crash.css'

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

const suggestions: { icon: IconName; tint: string; text: string }[] = [
  { icon: 'refresh', tint: 'bg-tile-2', text: 'Refresh the page' },
  { icon: 'bin', tint: 'bg-tile-3', text: 'Clear your browser cache' },
  { icon: 'chat', tint: 'bg-tile-4', text: 'Contact support' },
]

function CrashScreen() {
  return (
    <>
      <header className="topbar">
        <a className="logo" href="/" aria-label={brand}>
          <Logo />
        </a>
      </header>
      <main className="crash">
        <OopsArt />
        <div role="alert">
          <h1>Oops! Something went wrong.</h1>
        </div>
        <p>We apologize for the inconvenience. Here are a few things you can try:</p>
        <div className="card">
          <ul className="todo">
            {suggestions.map(({ icon, tint, text }) => (
              <li key={icon}>
                <span className={tint}>
                  <Icon name={icon} />
                </span>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </div>
        <button
          className="btn btn--action btn--l crash__again"
          type="button"
          onClick={() => window.location.reload()}
        >
          <Icon name="refresh" />
          Refresh
        </button>
      </main>
    </>
  )
}
