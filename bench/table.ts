/** What one measurement came to, beside its baseline's of the same run. */
export interface Row {
  what: string
  /** As it is printed, with its unit. */
  baseline: string
  ours: string
  /** ours / baseline, or baseline / ours; what the target says. */
  ratio: string
  target: string
  met: boolean
}

/** A row whose target is a least or a greatest ratio of two figures in the same unit. */
export function compared(
  what: string,
  {
    baseline,
    ours,
    unit,
    min,
    max,
  }: { baseline: number; ours: number; unit: string; min?: number; max?: number },
): Row {
  const ratio = ours / baseline
  return {
    what,
    baseline: `${figure(baseline)} ${unit}`,
    ours: `${figure(ours)} ${unit}`,
    ratio: `${ratio.toFixed(2)} ×`,
    target: min === undefined ? `≤ ${max} ×` : `≥ ${min} ×`,
    met: ratio >= (min ?? 0) && ratio <= (max ?? Number.POSITIVE_INFINITY),
  }
}

/** Markdown, as docs/performance.md holds it. */
export function printTable(rows: readonly Row[]): void {
  console.log('\n| what | baseline | ours | ratio | target | |\n|---|---|---|---|---|---|')
  for (const { what, baseline, ours, ratio, target, met } of rows) {
    console.log(`| ${what} | ${baseline} | ${ours} | ${ratio} | ${target} | ${met ? 'met' : '**missed**'} |`)
  }
}

function figure(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: 0 })
}
