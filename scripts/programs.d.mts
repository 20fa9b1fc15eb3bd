type Tool = 'redis' | 'promtool' | 'systemdAnalyze' | 'firefox' | 'webkitDriver' | 'xvfb'
export function findTool(name: Tool): string | undefined
export function ensureTool(name: Tool): string
