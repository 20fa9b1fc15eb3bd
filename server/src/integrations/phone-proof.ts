import type { Language } from '@tagalong/contract/values/language.ts'

/** Whose code it is: it proves that number for that account only. */
export interface CodeHolder {
  phoneNumber: string
  language: Language
  /** What we keep of a code. */
  hashOf(code: string): Buffer
}

/** Who sends codes to phones, and says whether one that was entered is the right one. */
export interface PhoneProof {
  /**
   * `codeHash` is null where the provider keeps its codes. 'refused': that number can't get any; 'too-many': not now.
   * @throws where it can't be said; nothing was sent then, as far as we know
   */
  start(to: CodeHolder): Promise<{ codeHash: Buffer | null } | 'refused' | 'too-many'>
  /** @throws where it can't be said */
  check(from: CodeHolder, code: string, codeHash: Buffer | null): Promise<'right' | 'wrong' | 'over'>
}
