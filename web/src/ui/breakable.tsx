import { Fragment } from 'react'

/**
 * Text such as an email address. If it doesn't fit on a line, it breaks after '@', '.', '-', '_' or '+', not within
 * words.
 */
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
