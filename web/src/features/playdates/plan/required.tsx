/** An asterisk for sighted users. Screen readers learn it from the field itself. */
export function Required() {
  return (
    <span className="req" aria-hidden="true">
      *
    </span>
  )
}
