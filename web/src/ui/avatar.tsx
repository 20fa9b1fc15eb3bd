import { Children, type CSSProperties, type ReactNode } from 'react'
import Coral from './art/avatar-1-coral.svg?react'
import Sun from './art/avatar-2-sun.svg?react'
import Leaf from './art/avatar-3-leaf.svg?react'
import Indigo from './art/avatar-4-indigo.svg?react'
import Lilac from './art/avatar-5-lilac.svg?react'
import Sky from './art/avatar-6-sky.svg?react'
import Blush from './art/avatar-7-blush.svg?react'
import Mint from './art/avatar-8-mint.svg?react'
import { hashOf } from './hash.ts'
import { initialOf } from './initial.ts'

const faces = [Coral, Sun, Leaf, Indigo, Lilac, Sky, Blush, Mint]

/** A CSS length, for example `3.5rem`; by default 2.75rem. */
interface Sized {
  size?: string
}

function sized(size: string | undefined): CSSProperties | undefined {
  return size ? ({ '--size': size } as CSSProperties) : undefined
}

/**
 * A child's drawn face, chosen by its id so that it never changes. Hidden from screen readers, since the name is beside
 * it. A photo may cover it.
 */
export function ChildFace({ id, size, children }: { id: string; children?: ReactNode } & Sized) {
  const Face = faces[hashOf(id, faces.length)] ?? Coral
  return (
    <span className="avatar" style={sized(size)} aria-hidden="true">
      <Face />
      {children}
    </span>
  )
}

/** A caregiver's initial on a tint chosen by the id. */
export function CaregiverAvatar({ caregiver, size }: { caregiver: { _id: string; name: string } } & Sized) {
  const initial = initialOf(caregiver.name) || '?'
  return (
    <span className={`avatar avatar--${hashOf(caregiver._id, 4) + 1}`} style={sized(size)} aria-hidden="true">
      {initial}
    </span>
  )
}

/** Overlapping avatars: at most three, then '+ n'. */
export function AvatarStack({ children, size }: { children: ReactNode } & Sized) {
  const all = Children.toArray(children)
  const rest = all.length - 3
  return (
    <span className="avatars" style={sized(size)}>
      {all.slice(0, 3)}
      {rest > 0 && (
        <span className="avatar avatar--rest" aria-hidden="true">
          + {rest}
        </span>
      )}
    </span>
  )
}
