type Tool =
  | 'buildah'
  | 'caddy'
  | 'etcd'
  | 'firefox'
  | 'haproxy'
  | 'mmdebstrap'
  | 'patroni'
  | 'postgres15'
  | 'promtool'
  | 'redis'
  | 'systemdAnalyze'
  | 'webkitDriver'
  | 'xvfb'
export function findTool(name: Tool): string | undefined
export function ensureTool(name: Tool): string
