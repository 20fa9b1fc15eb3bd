import { useState } from 'react'
import { useSignedView } from '../files.queries.ts'
import { previewOf } from '../previews.ts'
import { followable } from '../signed-links.ts'
import type { SignedView, ViewSize } from '../signed-views.ts'

/** Lies over a drawn face, and is seen once it is here. Give it the file's key as its own. */
export function Photo({ fileKey, size }: { fileKey: string; size: ViewSize }) {
  const preview = previewOf(fileKey)
  if (preview) return <img className="avatar__photo avatar__photo--here" src={preview} alt="" />
  return <SignedPhoto fileKey={fileKey} size={size} />
}

function SignedPhoto({ fileKey, size }: { fileKey: string; size: ViewSize }) {
  const { view, renew } = useSignedView(fileKey, size)
  const [here, setHere] = useState<SignedView>()
  const [hasFailed, setFailed] = useState(false)
  if (!view) return null
  return (
    <img
      key={view.signedUrl}
      className={here === view ? 'avatar__photo avatar__photo--here' : 'avatar__photo'}
      src={followable(view.signedUrl)}
      alt=""
      decoding="async"
      onLoad={() => {
        setHere(view)
        setFailed(false)
      }}
      onError={() => {
        // The link was old, or the child is nobody one knows any more: asked once more, the server says which.
        if (!hasFailed) renew(view)
        setFailed(true)
      }}
    />
  )
}
