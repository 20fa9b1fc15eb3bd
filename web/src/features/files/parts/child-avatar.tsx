import { ChildFace } from '#ui/avatar.tsx'
import { Photo } from './photo.tsx'

interface ChildAvatarProps {
  child: { _id: string; photo?: string | null | undefined }
  /** A CSS length, for example `3.5rem`; 2.75rem by default. */
  size?: string
  /** True if it is shown larger than 64 pixels. */
  isLarge?: boolean
}

/** A child's photo, or an illustrated face. Hidden from screen readers, as the name is beside it. */
export function ChildAvatar({ child: { _id, photo }, size, isLarge = false }: ChildAvatarProps) {
  return (
    <ChildFace id={_id} {...(size !== undefined && { size })}>
      {photo && <Photo key={photo} fileKey={photo} size={isLarge ? 'photo' : 'avatar'} />}
    </ChildFace>
  )
}
