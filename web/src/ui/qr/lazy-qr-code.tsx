import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '#lib/offline/lazy-part.ts'

const QrCode = lazyPart(
  () => import('./qr-code.tsx'),
  (module) => module.QrCode,
)

/** What draws it comes with the first one. */
export function LazyQrCode(props: ComponentProps<typeof QrCode>) {
  return (
    <Suspense>
      <QrCode {...props} />
    </Suspense>
  )
}
