export function ensureTool(name: 'redis' | 'promtool' | 'systemdAnalyze'): string
