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
  /** React's list of the components around the failure; empty if it happened outside of React. */
  componentStack: string
}

const loadFaces = () => import('#features/crash-reports/crash-faces.tsx')

/** Loads them early, since a lost connection may be what fails. */
export function preloadCrashFaces(): Promise<unknown> {
  return loadFaces()
}

// Decoration only: the text must show without it, since a lost connection may be what failed.
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

/** Catches every failure; needs no router, data or bar. Once it has caught one, the crash screen stays. */
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
  // A user who was signed in keeps this face, and the words typed into its form, even when the session ends.
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
          {/* The element that had the focus is gone with the page. */}
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

/** For visitors, and for everybody if the other faces can't be fetched. */
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
