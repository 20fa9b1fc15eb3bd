/** True if the user wants to save data, so nothing is fetched ahead. Not every browser tells. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
