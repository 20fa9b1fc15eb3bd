/**
 * Returns a close handler that does nothing while a call is pending: once closed, the dialog couldn't show its failure.
 * It returns false if the dialog stays open.
 */
export function closeUnless(isPending: boolean, onClose: () => void): () => boolean {
  return () => {
    if (!isPending) onClose()
    return !isPending
  }
}
