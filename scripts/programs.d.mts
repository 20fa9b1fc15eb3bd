export function ensureTool(
  name: 'redis' | 'promtool' | 'systemdAnalyze' | 'haproxy' | 'etcd' | 'patroni' | 'postgres15',
): string
