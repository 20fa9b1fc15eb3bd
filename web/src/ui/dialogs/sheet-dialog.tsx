import { m } from '@tagalong/contract/messages.ts'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Dialog, Heading } from 'react-aria-components/Dialog'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { ariaLocale } from '#lib/language.ts'
import { useBackCloses } from '#lib/navigation/back-closes.ts'
import { useFocusReturn } from '#lib/navigation/focus.ts'
import { Icon } from '#ui/icon.tsx'
import '#ui/styles/dialogs.css'

export interface DialogProps {
  title: string
  isOpen: boolean
  /** Returns false if the dialog stays open. */
  onClose: () => unknown
  children: ReactNode
  /** Buttons that stay at the bottom while the body scrolls. */
  footer?: ReactNode
  /** What gets the focus; by default the title. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** The dialog itself. In a file of its own, so that React Aria is loaded with the first dialog. */
export function SheetDialog({
  title,
  isOpen,
  onClose,
  children,
  footer,
  initialFocus,
  isAtSide = false,
}: DialogProps & { isAtSide?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useBackCloses(onClose)
  useFocusReturn()
  useEffect(() => {
    const target = initialFocus?.current ?? heading.current
    target?.focus({ preventScroll: true })
  }, [initialFocus])
  return (
    <I18nProvider locale={ariaLocale()}>
      <ModalOverlay
        className="scrim"
        isOpen={isOpen}
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
      >
        <Modal className={isAtSide ? 'sheet sheet--side' : 'sheet'}>
          <Dialog className="sheet__dialog">
            <header className="sheet__head">
              <Heading slot="title" level={2} ref={heading} tabIndex={-1}>
                {title}
              </Heading>
              <button className="iconbtn" type="button" aria-label={m.common_close()} onClick={onClose}>
                <Icon name="cross" />
              </button>
            </header>
            <div className="sheet__body">{children}</div>
            {footer && <footer className="sheet__foot">{footer}</footer>}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  )
}
