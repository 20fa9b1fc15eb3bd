/** `approved` as the screens write it. */
export function statusWords(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1)
}

export const statusOptions = ['approved', 'pending', 'rejected'].map((value) => ({
  value,
  text: statusWords(value),
}))
