type Tool = 'buildah' | 'caddy' | 'mmdebstrap' | 'promtool' | 'redis' | 'systemdAnalyze'
export function ensureTool(name: Tool): string
