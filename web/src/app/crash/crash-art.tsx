import OopsArt from '#ui/art/scene-oops.svg?react'

export function CrashArt() {
  return <OopsArt className="crash__art" />
}
