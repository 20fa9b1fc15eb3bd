/** For a dialog whose call may be on its way: nobody would hear that it failed. False where it stays open. */
export function closeUnless(isPending: boolean, onClose: () => void): () => boolean {
  return () => {
    if (!isPending) onClose()
    return !isPending
  }
}
