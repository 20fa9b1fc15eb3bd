import { m } from '@tagalong/contract/messages.ts'
import { useRef } from 'react'
import { useSignedView } from '#features/files/files.queries.ts'
import { followable } from '#features/files/signed-links.ts'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { MediaViewer } from './media-viewer.tsx'

/** Shows a file by its key, in the viewer for its content type. */
export function FileViewer({ fileKey, name }: { fileKey: string; name: string }) {
  const { view, error, reload, renew } = useSignedView(fileKey, 'photo')
  const hasRenewed = useRef(false)
  // The link may have expired, so it is renewed once. A file that can't be shown stays so.
  const renewOnce = () => {
    if (view && !hasRenewed.current) renew(view)
    hasRenewed.current = true
  }
  if (error) {
    return (
      <div className="stack">
        <Prompt>{error.message}</Prompt>
        <Button size="small" onPress={reload}>
          {m.common_retry()}
        </Button>
      </div>
    )
  }
  if (!view) return <Spinner size="4rem" />
  return (
    <MediaViewer
      key={view.signedUrl}
      src={followable(view.signedUrl)}
      contentType={view.contentType}
      name={name}
      onBroken={renewOnce}
    />
  )
}
