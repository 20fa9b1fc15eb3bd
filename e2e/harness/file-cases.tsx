import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ChildAvatar } from '../../web/src/features/files/parts/child-avatar.tsx'
import { PhotoField } from '../../web/src/features/files/parts/photo-field.tsx'
import { FileViewer } from '../../web/src/specified/file-viewer.tsx'
import { MediaViewer } from '../../web/src/specified/media-viewer.tsx'
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

/** One child, shown three times. */
function SameFaces() {
  const photo = 'z'.repeat(32)
  return ['c1', 'c2', 'c3'].map((_id) => <ChildAvatar key={_id} child={{ _id, photo }} />)
}

/** Options: one `photo` per child, large. */
function Faces() {
  const [options] = useSearchParams()
  const photos = options.getAll('photo')
  return (
    <>
      <PageHeader title="Faces" />
      {photos.map((photo, at) => (
        <ChildAvatar key={photo} child={{ _id: `c${at}`, photo }} isLarge={options.has('large')} />
      ))}
    </>
  )
}

/** Options: src, type, name. */
function AnyMedia() {
  const [options] = useSearchParams()
  const [src = '', contentType = '', name = ''] = ['src', 'type', 'name'].map(
    (each) => options.get(each) ?? '',
  )
  return (
    <>
      <PageHeader title="Media" />
      <div className="card">
        <MediaViewer src={src} contentType={contentType} name={name} />
      </div>
    </>
  )
}

function StoredFile() {
  return (
    <div className="card">
      <FileViewer fileKey={'f'.repeat(32)} name="Mia" />
    </div>
  )
}

export const fileCases = {
  media: AnyMedia,
  file: StoredFile,
  photo: PhotoOfForm,
  faces: Faces,
  'same-faces': SameFaces,
}
