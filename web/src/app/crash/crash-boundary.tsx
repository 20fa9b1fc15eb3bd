import { m } from '@tagalong/contract/messages.ts'
import {
  Component,
  type ComponentType,
  type ErrorInfo,
  lazy,
  type ReactNode,
  Suspense,
  useState,
} from 'react'
import { brand } from '#lib/brand.ts'
import { useSession } from '#lib/session/session.tsx'
import { onUncaught } from './uncaught.ts'
import './crash.css'

interface Failure {
  error: unknown
  /** React's list of the components around it; empty where it happened outside of React. */
  componentStack: string
}

const loadFaces = () => import('#features/crash-reports/crash-faces.tsx')

/** So that they are there when the line to the server is what broke. */
export function preloadCrashFaces(): Promise<unknown> {
  return loadFaces()
}

// An ornament: the words below must do without it, as whatever broke may be the line to the server.
const CrashArt = lazy<ComponentType>(async () => {
  try {
    return { default: (await import('./crash-art.tsx')).CrashArt }
  } catch {
    return { default: () => null }
  }
})
const CrashLogo = lazy<ComponentType>(async () => {
  try {
    return { default: (await import('../shell/brand-logo.tsx')).BrandLogo }
  } catch {
    return { default: () => brand }
  }
})
const CrashFace = lazy<ComponentType<Failure & { isAdmin: boolean }>>(async () => {
  try {
    return { default: (await loadFaces()).CrashFace }
  } catch {
    return { default: Suggestions }
  }
})

/** The last net: needs no router, no data, no bar. Once something fell into it, it stays. */
export class CrashBoundary extends Component<{ children: ReactNode }, { failure: Failure | null }> {
  override state: { failure: Failure | null } = { failure: null }
  private stopListening: (() => void) | undefined

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error, componentStack: '' } }
  }

  override componentDidMount() {
    this.stopListening = onUncaught((error) =>
      this.setState(({ failure }) => ({ failure: failure ?? { error, componentStack: '' } })),
    )
  }

  override componentWillUnmount() {
    this.stopListening?.()
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    this.setState({ failure: { error, componentStack: componentStack ?? '' } })
  }

  override render() {
    const { failure } = this.state
    return failure ? <CrashScreen {...failure} /> : this.props.children
  }
}

function CrashScreen(failure: Failure) {
  const { user } = useSession()
  // Whoever was signed in when it broke keeps this face, and with it the words in its form.
  const [reporter, setReporter] = useState(user)
  if (user && !reporter) setReporter(user)
  return (
    <>
      <title>{`${m.app_went_wrong()} · ${brand}`}</title>
      <header className="topbar">
        <a className="logo display crash__brand" href="/" aria-label={brand}>
          <Suspense fallback={brand}>
            <CrashLogo />
          </Suspense>
        </a>
      </header>
      <main className="crash">
        <Suspense fallback={<span className="crash__art" />}>
          <CrashArt />
        </Suspense>
        <div role="alert">
          {/* Whatever had the focus is gone with the page. */}
          <h1 tabIndex={-1} ref={focus}>
            {m.app_oops()}
          </h1>
        </div>
        <Suspense>
          {reporter ? <CrashFace {...failure} isAdmin={reporter.permissions.isAdmin} /> : <Suggestions />}
        </Suspense>
      </main>
    </>
  )
}

function focus(heading: HTMLElement | null) {
  heading?.focus()
}

/** For visitors, and for everybody where the other faces can't be fetched. */
function Suggestions() {
  return (
    <>
      <p>{m.app_oops_sorry()}</p>
      <div className="card">
        <ul className="todo">
          <li className="todo--1">{m.app_oops_refresh_page()}</li>
          <li className="todo--2">{m.app_oops_clear_cache()}</li>
          <li className="todo--3">{m.app_oops_contact()}</li>
        </ul>
      </div>
      <button
        className="btn btn--action btn--l crash__again"
        type="button"
        onClick={() => window.location.reload()}
      >
        {m.app_oops_refresh()}
      </button>
    </>
  )
}
