import { useState } from 'react'
import { useSignedView } from '../files.queries.ts'
import { previewOf } from '../previews.ts'
import { followable } from '../signed-links.ts'
import type { SignedView, ViewSize } from '../signed-views.ts'

/** A photo over an illustrated face, visible once loaded. Use the file's key as its React key. */
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
        // The link has expired, or the viewer may no longer see the child. A second request shows which.
        if (!hasFailed) renew(view)
        setFailed(true)
      }}
    />
  )
}
