/** The result of a measurement, beside its baseline of the same run. */
export interface Row {
  what: string
  /** As printed, with its unit. */
  baseline: string
  ours: string
  /** ours / baseline or baseline / ours, as the target says. */
  ratio: string
  target: string
  met: boolean
}

/** Returns a row whose target is a minimum or maximum ratio of two figures in the same unit. */
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

/** Prints Markdown as in docs/performance.md. */
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
