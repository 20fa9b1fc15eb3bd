import { m } from '@tagalong/contract/messages.ts'
import { Fragment, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { Dialog, Heading } from 'react-aria-components/Dialog'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { ariaLocale } from '#lib/language.ts'
import { useBackCloses } from '#lib/navigation/back-closes.ts'
import { useFocusReturn } from '#lib/navigation/focus.ts'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import '#ui/styles/dialogs.css'

export interface SmallDialogProps {
  title?: string
  /** Null where the title says it all. */
  text?: string | null
  confirmLabel?: string
  cancelLabel?: string
  isOpen: boolean
  /** It stays open until then. */
  isPending?: boolean
  isCancelPending?: boolean
  /** Without it, and without a form, there is only one button. */
  onConfirm?: () => void
  /** Not yet: what it would do isn't known. Its place is kept, so that nobody presses it instead of Cancel. */
  isConfirmDisabled?: boolean
  /** Of the form among `children` that confirming sends. */
  formId?: string
  onCancel: () => void
  /** Whom it concerns: a face or an initial. */
  about?: ReactNode
  /** A drawing above, on a tint; then everything is centred. */
  art?: ReactNode
  /** What went wrong when confirming. */
  problem?: string | undefined
  /** Stands above the buttons. */
  children?: ReactNode
  /** Where the focus goes; otherwise to Cancel. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** The confirmation itself, in a file of its own so that React Aria is loaded with the first one. */
export function SmallDialog({
  title = m.ui_are_you_sure(),
  text = m.ui_cannot_be_undone(),
  confirmLabel = m.common_confirm(),
  cancelLabel = m.common_cancel(),
  isOpen,
  isPending = false,
  isCancelPending = false,
  onConfirm,
  isConfirmDisabled = false,
  onCancel,
  about,
  art,
  problem,
  children,
  formId,
  initialFocus,
}: SmallDialogProps) {
  const textId = useId()
  // Closed while it is on its way, nobody would hear that it failed.
  const close = () => {
    if (!isPending) onCancel()
    return !isPending
  }
  useBackCloses(close)
  useFocusReturn()
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => (initialFocus ?? cancel).current?.focus(), [initialFocus])
  return (
    <I18nProvider locale={ariaLocale()}>
      <ModalOverlay
        className="scrim"
        isOpen={isOpen}
        onOpenChange={(open) => {
          if (!open) close()
        }}
      >
        <Modal className={art ? 'confirm confirm--center' : 'confirm'}>
          <Dialog
            className="confirm__dialog"
            role="alertdialog"
            {...(text !== null && { 'aria-describedby': textId })}
          >
            {art && <div className="confirm__art">{art}</div>}
            <div className="row confirm__about">
              {about}
              <div className="grow">
                <Heading slot="title" level={2}>
                  {sentences(title)}
                </Heading>
                {text !== null && (
                  <p className="quiet" id={textId}>
                    {text}
                  </p>
                )}
              </div>
            </div>
            {children}
            {problem && <Prompt>{problem}</Prompt>}
            <div className="row confirm__buttons">
              <Button ref={cancel} isPending={isCancelPending} onPress={close}>
                {cancelLabel}
              </Button>
              {(onConfirm || formId) && (
                <Button
                  variant="action"
                  isPending={isPending}
                  isDisabled={isConfirmDisabled}
                  onPress={onConfirm}
                  {...(formId && { type: 'submit', form: formId })}
                >
                  {confirmLabel}
                </Button>
              )}
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  )
}

/** A line breaks between sentences rather than inside one. */
function sentences(title: string) {
  return title.split(/(?<=\.) /).map((sentence, index) => (
    <Fragment key={sentence}>
      {index > 0 && ' '}
      <span className="confirm__sentence">{sentence}</span>
    </Fragment>
  ))
}
