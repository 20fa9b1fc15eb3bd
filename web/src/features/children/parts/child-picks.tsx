import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import { Icon } from '#ui/icon.tsx'
import './picks.css'

interface PickableChild {
  _id: string
  firstName: string
  lastNameInitial: string
  photo: string | null
}

interface ChildPicksProps<Child extends PickableChild> {
  label: string
  children: readonly Child[]
  picked: readonly string[]
  onToggle: (id: string) => void
  describedBy: string | undefined
  /** Says whose child it is, if that is needed. */
  captionOf?: (child: Child) => string
}

/** Children as square cards. A tap selects one, another tap deselects it. */
export function ChildPicks<Child extends PickableChild>({
  label,
  children,
  picked,
  onToggle,
  describedBy,
  captionOf,
}: ChildPicksProps<Child>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and no more meaning
    <div className="picks" role="group" aria-label={label} aria-describedby={describedBy}>
      {children.map((child) => {
        const isPicked = picked.includes(child._id)
        return (
          <button
            key={child._id}
            className="pick"
            type="button"
            aria-pressed={isPicked}
            onClick={() => onToggle(child._id)}
          >
            <ChildAvatar child={child} size="3.75rem" />
            <bdi>{child.firstName}</bdi>
            {captionOf && <small> - {captionOf(child)}</small>}
            {isPicked && (
              <span className="tickmark">
                <Icon name="check" />
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}

/** The other side's children, which can't be changed. */
export function FixedChildren({ children }: { children: readonly PickableChild[] }) {
  return (
    <ul className="picks">
      {children.map((child) => (
        <li className="pick pick--fixed" key={child._id}>
          <ChildAvatar child={child} size="3.75rem" />
          {child.firstName}
        </li>
      ))}
    </ul>
  )
}
