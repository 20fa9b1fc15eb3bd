import { useSession } from '#lib/session/session.tsx'

/** `due`: nobody finds a number before it is confirmed. `possible`: it can be. Null where nobody sends codes. */
export function useProofOffer(): 'due' | 'possible' | null {
  // What a version of before has kept for the time without a server says nothing of it.
  const { sendsCodes = false, isStrict = false } = useSession().user?.safety ?? {}
  if (!sendsCodes) return null
  return isStrict ? 'due' : 'possible'
}

/** How it stands with the own number. */
export function useNumberProof(): 'confirmed' | 'due' | 'possible' | null {
  const offer = useProofOffer()
  return useSession().viewer?.phoneProof === 'code' ? 'confirmed' : offer
}
