import { photoTypes } from '@tagalong/contract/features/files/files.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type ChangeEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { importWithRetry } from '#lib/offline/import-with-retry.ts'
import { lazyPart } from '#lib/offline/lazy-part.ts'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import '../files.css'
import type { Cropped } from '../crop.ts'
import type { Area, Picture } from '../picture.ts'
import { storePreview } from '../previews.ts'
import { uploadPhoto } from '../upload-photo.ts'
import { PhotoCircle } from './photo-circle.tsx'

// Loaded only once a photo was picked.
const CropDialog = lazyPart(
  () => import('./crop-dialog.tsx'),
  (module) => module.CropDialog,
)
const loadPicture = () => importWithRetry(() => import('../picture.ts'))
const loadCrop = () => importWithRetry(() => import('../crop.ts'))

interface PhotoFieldProps {
  name: string
  /** The key of the file. */
  value: string | null
  onChange: (fileKey: string | null) => void
  /** True from the choice of a photo until it is uploaded: the form must not be sent meanwhile. */
  onBusyChange: (isBusy: boolean) => void
  error?: string | undefined
  prompt?: string
}

/** `failed` with a photo can be retried; without one, the file was no usable picture. */
type Step =
  | { at: 'rest' }
  | { at: 'preparing' }
  | { at: 'cropping'; picture: Picture }
  | { at: 'sending'; photo: Cropped; percent: number }
  | { at: 'failed'; photo?: Cropped; text: string }

const rest: Step = { at: 'rest' }

/** Lets the user choose or take a photo and crop it, and uploads it at once. The value is then its file key. */
export function PhotoField(props: PhotoFieldProps) {
  const { name, value, onChange, prompt = m.files_add_photo() } = props
  const promptId = useId()
  const [step, setStep] = useState<Step>(rest)
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const main = useRef<HTMLButtonElement>(null)
  const upload = useRef<AbortController>(null)
  // Other fields may change the props during the upload.
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  const isBusy = step.at !== 'rest' && step.at !== 'failed'
  useEffect(() => latest.current.onBusyChange(isBusy), [isBusy])
  useEffect(() => () => upload.current?.abort(), [])
  const picture = step.at === 'cropping' ? step.picture : undefined
  useEffect(() => () => picture?.close(), [picture])

  const fail = (error: unknown, photo?: Cropped) => {
    const text = error instanceof Error ? error.message : m.common_something_wrong()
    setStep({ at: 'failed', text, ...(photo && { photo }) })
  }

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target
    const file = input.files?.[0]
    if (!file) return
    // Focused here, so that the dialog returns the focus to it.
    main.current?.focus()
    setStep({ at: 'preparing' })
    try {
      const { readPicture } = await loadPicture()
      setStep({ at: 'cropping', picture: await readPicture(file) })
    } catch (error) {
      fail(error)
    }
    // Reset, so that the same file can be chosen again.
    input.value = ''
  }

  const cropAndSend = async (chosen: Picture, area: Area) => {
    setStep({ at: 'preparing' })
    try {
      const { crop } = await loadCrop()
      await send(await crop(chosen, area))
    } catch (error) {
      fail(error)
    }
  }

  const send = async (photo: Cropped) => {
    const control = new AbortController()
    const { signal } = control
    upload.current = control
    const onProgress = (percent: number) => {
      if (!signal.aborted) setStep({ at: 'sending', photo, percent })
    }
    onProgress(0)
    try {
      const fileKey = await uploadPhoto(photo, { onProgress, signal })
      storePreview(fileKey, photo.preview)
      latest.current.onChange(fileKey)
      setStep(rest)
    } catch (error) {
      if (!signal.aborted) fail(error, photo)
    }
  }

  const cancel = () => {
    upload.current?.abort()
    setStep(rest)
    main.current?.focus()
  }
  const remove = () => {
    onChange(null)
    setStep(rest)
    main.current?.focus()
  }

  const failed = step.at === 'failed' ? step : undefined
  const unsent = failed?.photo
  const problem = failed?.text ?? props.error
  // One button for all steps, so that the focus stays.
  const action =
    step.at === 'sending'
      ? { label: m.files_cancel_upload(), press: cancel }
      : unsent
        ? { label: m.common_retry(), press: () => send(unsent) }
        : { label: value ? m.files_replace_photo() : prompt, press: () => chooser.current?.click() }
  const canChoose = !isBusy && !unsent

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and no more meaning
    <div className="photofield" role="group" aria-label={m.files_photo()}>
      <input ref={chooser} type="file" hidden accept={photoTypes.join()} onChange={choose} />
      <input
        ref={camera}
        type="file"
        hidden
        accept={photoTypes.join()}
        capture="environment"
        onChange={choose}
      />
      <PhotoCircle
        fileKey={value}
        unsent={step.at === 'sending' ? step.photo.preview : unsent?.preview}
        percent={step.at === 'sending' ? step.percent : undefined}
        isWaiting={isBusy}
      />
      {problem && <Prompt id={promptId}>{problem}</Prompt>}
      <button
        ref={main}
        className={canChoose ? 'photofield__main photofield__main--wide' : 'photofield__main'}
        type="button"
        name={name}
        aria-busy={step.at === 'preparing' || undefined}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? promptId : undefined}
        onClick={() => step.at !== 'preparing' && action.press()}
      >
        {action.label}
      </button>
      <div className="photofield__more">
        {canChoose && (
          <Button
            className="photofield__camera"
            variant="quiet"
            size="small"
            onPress={() => camera.current?.click()}
          >
            <Icon name="camera" small />
            {m.files_take_photo()}
          </Button>
        )}
        {canChoose && value && (
          <Button variant="danger" size="small" onPress={remove}>
            <Icon name="bin" small />
            {m.files_remove_photo()}
          </Button>
        )}
        {unsent && (
          <Button variant="quiet" size="small" onPress={cancel}>
            {m.common_cancel()}
          </Button>
        )}
      </div>
      {picture && (
        <Suspense>
          <CropDialog
            picture={picture}
            onCrop={(area) => cropAndSend(picture, area)}
            onClose={() => setStep(rest)}
          />
        </Suspense>
      )}
    </div>
  )
}
