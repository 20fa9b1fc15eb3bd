/** Saves a file to the browser's downloads, on phones too. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Once the browser has certainly begun.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
