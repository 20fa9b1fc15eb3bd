import { useSession } from '#lib/session/session.tsx'

/** `due`: a number can't be found until it is confirmed. `possible`: it can. Null if the server sends no codes. */
export function useProofOffer(): 'due' | 'possible' | null {
  // Offline data written by an older version has no `safety`.
  const { sendsCodes = false, isStrict = false } = useSession().user?.safety ?? {}
  if (!sendsCodes) return null
  return isStrict ? 'due' : 'possible'
}

/** The state of the viewer's own number; null if it is unconfirmed and the server sends no codes. */
export function useNumberProof(): 'confirmed' | 'due' | 'possible' | null {
  const offer = useProofOffer()
  return useSession().viewer?.phoneProof === 'code' ? 'confirmed' : offer
}
