import { Fragment } from 'react'

/** An address such as an email: where it doesn't fit on a line, it breaks after '@', '.', '-' or '_', and not inside a word. */
export function Breakable({ text }: { text: string }) {
  let at = 0
  return text.split(/(?<=[@.\-_+])/).map((part) => {
    at += part.length
    return (
      <Fragment key={at}>
        {part}
        {at < text.length && <wbr />}
      </Fragment>
    )
  })
}
