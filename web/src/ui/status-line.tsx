/** What came of something. It is there before its text: readers only tell of changes inside what they know. */
export function StatusLine({ text }: { text: string | false }) {
  return (
    <p className={text ? undefined : 'sr'} role="status">
      {text}
    </p>
  )
}
