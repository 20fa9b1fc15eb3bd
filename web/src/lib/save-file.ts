/** Hands a file to the browser, which keeps it where downloads go; on phones, too. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Not before the browser has begun.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
