import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ChildAvatar } from '../../web/src/features/files/parts/child-avatar.tsx'
import { PhotoField } from '../../web/src/features/files/parts/photo-field.tsx'
import { PageHeader } from '../../web/src/ui/page-header.tsx'

/** Options: value. */
function PhotoOfForm() {
  const [options] = useSearchParams()
  const [photo, setPhoto] = useState(options.get('value'))
  const [isBusy, setBusy] = useState(false)
  return (
    <>
      <PageHeader title="Photo" />
      <form className="card stack">
        <PhotoField name="photo" value={photo} onChange={setPhoto} onBusyChange={setBusy} />
        <output>{photo}</output>
        <p>{isBusy ? 'Busy' : 'Ready'}</p>
      </form>
    </>
  )
}

/** Options: as many `photo` as there shall be children. */
function Faces() {
  const [options] = useSearchParams()
  const photos = options.getAll('photo')
  const [isShown, setShown] = useState(true)
  return (
    <>
      <PageHeader title="Faces" />
      <button type="button" onClick={() => setShown(!isShown)}>
        Show or hide
      </button>
      {isShown &&
        photos.map((photo, at) => (
          <ChildAvatar key={photo} child={{ _id: `c${at}`, photo }} isLarge={options.has('large')} />
        ))}
    </>
  )
}

export const fileCases = {
  photo: PhotoOfForm,
  faces: Faces,
}
