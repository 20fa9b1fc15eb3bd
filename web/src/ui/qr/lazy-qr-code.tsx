import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '#lib/offline/lazy-part.ts'

const QrCode = lazyPart(
  () => import('./qr-code.tsx'),
  (module) => module.QrCode,
)

/** Loads the code that draws a QR code with the first one. */
export function LazyQrCode(props: ComponentProps<typeof QrCode>) {
  return (
    <Suspense>
      <QrCode {...props} />
    </Suspense>
  )
}
