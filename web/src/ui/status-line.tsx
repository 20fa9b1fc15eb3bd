/**
 * The result of an action. It is rendered before it has text, since screen readers only announce changes in elements
 * that they know.
 */
export function StatusLine({ text }: { text: string | false }) {
  return (
    <p className={text ? undefined : 'sr'} role="status">
      {text}
    </p>
  )
}
