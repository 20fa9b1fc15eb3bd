interface WebKit {
  driver: string
  miniBrowser: string
  xvfb: string
}
export function findWebKit(): WebKit | undefined
export function ensureWebKit(): WebKit
