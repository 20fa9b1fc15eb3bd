import { m } from '@tagalong/contract/messages.ts'
import { Icon } from '#ui/icon.tsx'
import { Photo } from './photo.tsx'

interface PhotoCircleProps {
  /** The key of the saved photo. */
  fileKey: string | null
  /** A data URL of the photo whose upload is running or failed. */
  unsent: string | undefined
  percent: number | undefined
  isWaiting: boolean
}

/** The photo or its placeholder, with the upload progress around it. */
export function PhotoCircle({ fileKey, unsent, percent, isWaiting }: PhotoCircleProps) {
  const isEmpty = fileKey === null && unsent === undefined
  return (
    <span className="photocircle" aria-busy={isWaiting || undefined}>
      <span className={isEmpty ? 'avatar photocircle__empty' : 'avatar'} aria-hidden="true">
        {!unsent && <Icon name="camera" />}
        {unsent ? (
          <img className="avatar__photo photocircle__unsent" src={unsent} alt="" />
        ) : (
          fileKey && <Photo key={fileKey} fileKey={fileKey} size="photo" />
        )}
      </span>
      {percent !== undefined && (
        <span
          className="photocircle__progress"
          role="progressbar"
          aria-label={m.files_uploading()}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <svg viewBox="0 0 100 100" fill="none" strokeWidth="5" aria-hidden="true">
            <circle cx="50" cy="50" r="47" />
            <circle cx="50" cy="50" r="47" pathLength="100" strokeDasharray={`${percent} 100`} />
          </svg>
          <b>{percent}%</b>
        </span>
      )}
    </span>
  )
}
