/**
 * A line that comes with what was done in a dialog. It is there before its text, and not hidden by the open dialog:
 * readers only tell of changes inside what they know.
 */
export function StatusLine({ text }: { text: string | false }) {
  return (
    <p className={text ? undefined : 'sr'} role="status" data-react-aria-top-layer="">
      {text}
    </p>
  )
}
