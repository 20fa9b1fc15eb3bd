import { partsOf } from './links.ts'

/** A message's text, with links that can be tapped. */
export function MessageText({ text }: { text: string }) {
  return (
    <span className="msg__text" dir="auto">
      {partsOf(text).map((part, index) =>
        part.href === undefined ? (
          part.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its parts' order
          <a key={index} href={part.href} target="_blank" rel="noopener noreferrer">
            {part.text}
          </a>
        ),
      )}
    </span>
  )
}
