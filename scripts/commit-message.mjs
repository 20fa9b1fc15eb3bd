// node scripts/commit-message.mjs FILE: refuses a commit message that doesn't follow CONTRIBUTING.md.
import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const maxTitle = 72
const types = ['feat', 'fix', 'perf', 'refactor', 'test', 'docs', 'build', 'chore', 'style']
const form = new RegExp(`^(?:${types.join('|')})(?:\\([a-z0-9-]+\\))?: (?<text>\\S.*)$`)

/** Written by Git itself. */
const ofGit = /^(?:Merge |Revert "|Reapply ")/
/** `git commit --verbose` appends the diff. */
const scissors = /^# -+ >8 -+\n[\s\S]*/m
const comments = /^#.*\n?/gm

/** Words that no verb starts with. */
const noVerb =
  /^(?:an?|the|this|that|these|those|it|its|what|which|who|whoever|whose|where|when|how|each|every|all|any|some|one|two|three|no|not|nobody|nothing|more|new|of|in|on|at|by|with|for|from|to|only|other|others)$/i
/** Matches 'added', 'adding', 'adds', but not 'embed', 'bring', 'pass', 'focus'. */
const inflected = /(?:[^e]ed|ing|[^su]s)$/
const imperatives = /^(?:embed|shed|shred|bring|string|ring|sing|swing|ping|alias|bias|canvas)$/

/** Returns the message's faults, one per line. */
export function faultsOf(message) {
  const [title = '', second = ''] = message
    .replace(scissors, '')
    .replaceAll(comments, '')
    .trimStart()
    .split('\n')
    .map((line) => line.trimEnd())
  if (ofGit.test(title)) return []
  const faults = []
  const text = form.exec(title)?.groups?.text
  if (!text)
    faults.push(
      `The title is not 'type(scope): text'. Types are ${types.join(', ')}; (scope) may be missing.`,
    )
  const [word = ''] = (text ?? '').split(/\s/)
  if (noVerb.test(word) || (inflected.test(word) && !imperatives.test(word))) {
    faults.push(`'${word}' is no imperative: say what the commit does, as in 'add', 'fix', 'keep'.`)
  }
  if (title.length > maxTitle)
    faults.push(`The title has ${title.length} characters; ${maxTitle} is the max.`)
  if (title.endsWith('.')) faults.push('The title ends with a full stop.')
  if (title.includes(';')) faults.push('The title says several things: one commit, one thing.')
  if (second !== '') faults.push('A blank line is missing between the title and the body.')
  return faults
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const message = readFileSync(process.argv[2], 'utf8')
  const faults = faultsOf(message)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) console.error(`\nNothing was committed. The message was:\n\n${message}`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
