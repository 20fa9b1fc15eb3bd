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
  /** Null if the title is enough. */
  text?: string | null
  confirmLabel?: string
  cancelLabel?: string
  isOpen: boolean
  /** While pending, the dialog stays open. */
  isPending?: boolean
  isCancelPending?: boolean
  /** Without it and without `formId`, there is only one button. */
  onConfirm?: () => void
  /**
   * Set while it is unknown what confirming would do. The button keeps its place, so that nobody presses it by mistake.
   */
  isConfirmDisabled?: boolean
  /** The id of a form among `children` that confirming submits. */
  formId?: string
  onCancel: () => void
  /** Whom it is about: a face or an initial. */
  about?: ReactNode
  /** A drawing at the top, on a tint. Everything is then centred. */
  art?: ReactNode
  /** Why confirming failed. */
  problem?: string | undefined
  /** Shown above the buttons. */
  children?: ReactNode
  /** What gets the focus; by default Cancel. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** The confirmation itself. In a file of its own, so that React Aria is loaded with the first one. */
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
  // Once closed, the dialog couldn't show a failure.
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

/** Makes lines break between sentences rather than within one. */
function sentences(title: string) {
  return title.split(/(?<=\.) /).map((sentence, index) => (
    <Fragment key={sentence}>
      {index > 0 && ' '}
      <span className="confirm__sentence">{sentence}</span>
    </Fragment>
  ))
}
