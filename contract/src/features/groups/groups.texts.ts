import { m } from '../../messages.ts'

/** The exact texts of joining, leaving and running a group. */
export const groupTexts = {
  codeMissing: m.prompt_group_code_missing,
  /** For every wrong code, and for whoever was removed, whatever they type. */
  codeWrong: m.prompt_group_code_wrong,
  podMissing: m.prompt_group_pod_missing,
  waiting: m.prompt_group_waiting,
  changed: m.prompt_group_changed,
  notYours: m.prompt_group_not_yours,
  foreignPod: m.prompt_group_foreign_pod,
}
