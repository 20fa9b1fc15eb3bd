import { m } from '@tagalong/contract/messages.ts'
import { type KeyboardEvent, useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import '../files.css'
import type { Area, Picture } from '../picture.ts'

interface CropDialogProps {
  picture: Picture
  onCrop: (area: Area) => void
  onClose: () => void
}

/** True on a touch device. Read when the dialog opens. */
const isTouched = () => window.matchMedia('(pointer: coarse)').matches
const maxZoom = 4
const steps = { '+': 0.2, '=': 0.2, '-': -0.2 } as Readonly<Record<string, number>>

/** Crops a picture to a square, by finger, mouse, wheel or keyboard. */
export function CropDialog({ picture, onCrop, onClose }: CropDialogProps) {
  const hintId = useId()
  const sliderId = useId()
  const [place, setPlace] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()

  const zoomByKey = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    setZoom(Math.min(maxZoom, Math.max(1, zoom + step)))
  }

  return (
    <Dialog
      title={m.files_crop()}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{m.common_cancel()}</Button>
          <Button variant="action" isDisabled={!area} onPress={() => area && onCrop(area)}>
            {m.files_use_photo()}
          </Button>
        </>
      }
    >
      <div className="crop stack">
        <div className="crop__frame">
          <Cropper
            image={picture.image.src}
            crop={place}
            zoom={zoom}
            minZoom={1}
            maxZoom={maxZoom}
            aspect={1}
            cropShape="round"
            objectFit="cover"
            showGrid={false}
            keyboardStep={10}
            onCropChange={setPlace}
            onZoomChange={setZoom}
            onCropAreaChange={(_, pixels) => setArea(pixels)}
            // The content security policy forbids style elements.
            disableAutomaticStylesInjection
            classes={{ cropAreaClassName: 'crop__area' }}
            cropperProps={{
              role: 'application',
              'aria-label': m.files_part_of_photo(),
              'aria-describedby': hintId,
              onKeyDownCapture: zoomByKey,
            }}
          />
        </div>
        <p className="hint" id={hintId}>
          {isTouched() ? m.files_crop_hint_touch() : m.files_crop_hint()}
        </p>
        <div className="field">
          <label htmlFor={sliderId}>{m.files_zoom()}</label>
          <input
            id={sliderId}
            className="slider"
            type="range"
            min={1}
            max={maxZoom}
            step={0.05}
            value={zoom}
            aria-valuetext={`${Math.round(zoom * 100)}%`}
            onChange={(event) => setZoom(Number(event.target.value))}
          />
        </div>
      </div>
    </Dialog>
  )
}
