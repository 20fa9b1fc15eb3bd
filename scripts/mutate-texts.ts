import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

interface Part {
  type: string
  expression?: Part
  properties?: readonly { value?: Part }[]
}

/** True for `{ … } as const` that contains only texts. */
function isTable({ type, expression }: Part): boolean {
  const values = expression?.properties?.map(({ value }) => value?.type) ?? []
  return type === 'TSAsExpression' && values.length > 0 && values.every((each) => each === 'StringLiteral')
}

/** For npm run mutate: skips tables of texts, which contain no decisions and are tested where the texts are shown. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'texts', {
    shouldIgnore: (path) =>
      isTable(Reflect.get(path, 'node')) ? 'Texts are compared where they are shown.' : undefined,
  }),
]
