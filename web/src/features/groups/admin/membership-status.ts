/** Returns a status in the screens' spelling, such as `Approved`. */
export function statusWords(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1)
}

export const statusOptions = ['approved', 'pending', 'rejected'].map((value) => ({
  value,
  text: statusWords(value),
}))
