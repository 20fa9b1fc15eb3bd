import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Prints one line per journey with one column per engine. */
export default class TableReporter implements Reporter {
  private readonly columns = new Map<string, string>()
  private readonly lines = new Map<string, Map<string, string>>()

  onTestEnd(test: TestCase, { status, duration, annotations }: TestResult): void {
    const engine = test.parent.project()?.name ?? ''
    const version = annotations.find(({ type }) => type === 'version')?.description
    if (version || !this.columns.has(engine)) this.columns.set(engine, version ?? engine)
    const line = this.lines.get(test.title) ?? new Map<string, string>()
    line.set(engine, `${status === 'passed' ? 'works' : status}, ${(duration / 1000).toFixed(1)} s`)
    this.lines.set(test.title, line)
  }

  onEnd(): void {
    const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
    const engines = [...this.columns.keys()]
    console.log(`\n${row(['journey', ...this.columns.values()])}\n${row(['', ...engines].map(() => '---'))}`)
    for (const [title, line] of this.lines)
      console.log(row([title, ...engines.map((each) => line.get(each) ?? '-')]))
  }
}
