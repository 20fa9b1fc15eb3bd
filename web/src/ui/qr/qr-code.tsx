import { qrCode } from './qr-modules.ts'
import './qr-code.css'

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = qrCode(text)
  return (
    <svg
      className="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
