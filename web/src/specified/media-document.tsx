import { m } from '@tagalong/contract/messages.ts'
import { useEffect, useState } from 'react'
import DownloadIcon from '#ui/icons/download.svg?react'
import FileIcon from '#ui/icons/file.svg?react'
import { Rich } from '#ui/rich.tsx'
import { Spinner } from '#ui/spinner.tsx'

export interface Media {
  src: string
  /** For example `image/webp`. */
  contentType: string
  name: string
}

/** Shows a PDF in the browser's own viewer. Other documents, and PDFs without a viewer, are shown as a card. */
export function DocumentPages(media: Media) {
  const isPdf = /^application\/pdf\b/.test(media.contentType)
  return isPdf && navigator.pdfViewerEnabled ? <Pdf {...media} /> : <DocumentCard {...media} />
}

/** A card for a file that can be opened elsewhere or saved. */
export function DocumentCard({ src, name, note }: Media & { note?: string }) {
  return (
    <div className="media__card row">
      <FileIcon className="icon" />
      <span className="grow">
        <b>{name}</b>
        {note && <small className="quiet">{note}</small>}
      </span>
      <a href={src} target="_blank" rel="noopener noreferrer">
        <Rich
          parts={m.files_open.parts({ name })}
          marks={{ heard: (words) => <span className="sr">{words}</span> }}
        />
      </a>
      <a className="iconbtn" href={src} download={name} aria-label={m.files_download({ name })}>
        <DownloadIcon className="icon" />
      </a>
    </div>
  )
}

function Pdf(media: Media) {
  const { address, hasFailed } = usePdfAddress(media.src)
  if (hasFailed) return <DocumentCard {...media} note={m.files_not_shown()} />
  if (!address) return <Spinner size="4rem" />
  return <iframe src={address} title={media.name} />
}

/**
 * Returns a blob address to frame, since our responses refuse to be framed. Its type is always PDF, whatever was
 * fetched.
 */
function usePdfAddress(src: string) {
  const [address, setAddress] = useState<string>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const control = new AbortController()
    let made: string | undefined
    const load = async () => {
      const response = await fetch(src, { signal: control.signal })
      if (!response.ok) throw new Error(response.statusText)
      const pdf = new Blob([await response.arrayBuffer()], { type: 'application/pdf' })
      if (control.signal.aborted) return
      made = URL.createObjectURL(pdf)
      setAddress(made)
    }
    load().catch(() => {
      if (!control.signal.aborted) setFailed(true)
    })
    return () => {
      control.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [src])
  return { address, hasFailed }
}
