import type { Language } from '@tagalong/contract/values/language.ts'

/** The holder of a code: it proves that number for that account only. */
export interface CodeHolder {
  phoneNumber: string
  language: Language
  /** Returns what we keep of a code. */
  hashOf(code: string): Buffer
}

/** The service that sends codes to phones and checks those that are entered. */
export interface PhoneProof {
  /**
   * Sends a code. `codeHash` is null if the provider keeps its codes. 'refused': that number can't get any; 'too-many':
   * not now.
   * @throws if the outcome isn't known; as far as we know, nothing was sent
   */
  start(to: CodeHolder): Promise<{ codeHash: Buffer | null } | 'refused' | 'too-many'>
  /** @throws if the outcome isn't known */
  check(from: CodeHolder, code: string, codeHash: Buffer | null): Promise<'right' | 'wrong' | 'over'>
}
