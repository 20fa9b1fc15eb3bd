import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useBackCloses } from '#lib/back-closes.ts'
import { Icon } from './icon.tsx'
import './styles/dialogs.css'
import './side-panel.css'

/** From the right, in full height; a sheet on phones. */
export function SidePanel({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useBackCloses(onClose)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className="sheet sheet--side">
        <Dialog className="sheet__dialog">
          <header className="sheet__head">
            <Heading slot="title" level={2} ref={heading} tabIndex={-1}>
              {title}
            </Heading>
            <button className="iconbtn" type="button" aria-label="Close" onClick={onClose}>
              <Icon name="cross" />
            </button>
          </header>
          <div className="sheet__body">{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
