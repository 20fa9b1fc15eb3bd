/** Said by the part's heading to eyes, and by the field itself to readers. */
export function Required() {
  return (
    <span className="req" aria-hidden="true">
      *
    </span>
  )
}
