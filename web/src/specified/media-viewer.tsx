import { m } from '@tagalong/contract/messages.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import ExpandIcon from '#ui/icons/expand.svg?react'
import { DocumentCard, DocumentPages, type Media } from './media-document.tsx'
import './media.css'

interface MediaViewerProps extends Media {
  /** Called if the source could not be loaded, or its content can't be shown. */
  onBroken?: () => void
}

/** Shows a picture or a document, or plays audio or video, each also in a large window. */
export function MediaViewer({ onBroken, ...media }: MediaViewerProps) {
  const player = useRef<HTMLMediaElement>(null)
  const [isBroken, setBroken] = useState(false)
  const [large, setLarge] = useState<{ startAt: number } | null>(null)

  const expand = () => {
    // The large window goes on from here, so this player must stop.
    player.current?.pause()
    setLarge({ startAt: player.current?.currentTime ?? 0 })
  }
  const onError = () => {
    setBroken(true)
    onBroken?.()
  }

  if (isBroken) return <DocumentCard {...media} note={m.files_not_shown()} />
  return (
    <figure className="media">
      <Shown media={media} player={player} startAt={0} onError={onError} />
      <figcaption className="row">
        <span className="grow">{media.name}</span>
        <Button
          size="small"
          variant="quiet"
          onPress={expand}
          aria-label={m.files_expand_named({ name: media.name })}
        >
          <ExpandIcon className="icon icon--s" />
          {m.files_expand()}
        </Button>
      </figcaption>
      <Dialog title={media.name} isOpen={large !== null} onClose={() => setLarge(null)}>
        <div className="media media--large">
          <Shown media={media} startAt={large?.startAt ?? 0} onError={onError} />
        </div>
      </Dialog>
    </figure>
  )
}

interface ShownProps {
  media: Media
  player?: RefObject<HTMLMediaElement | null>
  /** Seconds from the beginning. */
  startAt: number
  onError: () => void
}

function Shown({ media, player, startAt, onError }: ShownProps) {
  const { src, contentType, name } = media
  const own = useRef<HTMLMediaElement>(null)
  const ref = (player ?? own) as RefObject<HTMLVideoElement & HTMLAudioElement>
  // Works whether or not the length is already known.
  useEffect(() => {
    if (ref.current && startAt > 0) ref.current.currentTime = startAt
  }, [ref, startAt])
  const played = { ref, src, controls: true, preload: 'metadata', 'aria-label': name, onError } as const
  const [kind] = contentType.split('/')
  if (kind === 'image') return <img src={src} alt={name} onError={onError} />
  if (kind === 'audio') return <audio {...played} />
  if (kind === 'video') return <video {...played} playsInline />
  return <DocumentPages {...media} />
}
