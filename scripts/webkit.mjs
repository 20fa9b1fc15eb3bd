// Plain JavaScript, for whichever Node runs npm.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureTool, findTool } from './programs.mjs'

/** Returns the parts of Debian's WebKitGTK that journeys need, or undefined if one is missing. */
export function findWebKit() {
  const [driver, xvfb] = [findTool('webkitDriver'), findTool('xvfb')]
  const miniBrowser = findMiniBrowser()
  return driver && xvfb && miniBrowser ? { driver, xvfb, miniBrowser } : undefined
}

/** Installs what is missing. @throws Error with the command to type instead */
export function ensureWebKit() {
  for (const name of ['webkitDriver', 'xvfb']) ensureTool(name)
  const found = findWebKit()
  if (!found) throw new Error('WebKitWebDriver is here, but not its MiniBrowser. Say MINI_BROWSER_PATH.')
  return found
}

/** Returns the path of MiniBrowser, which comes with the driver, in a folder named after machine and release. */
function findMiniBrowser() {
  const given = process.env.MINI_BROWSER_PATH
  if (given) return existsSync(given) ? given : undefined
  const foldersIn = (folder) =>
    existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
  return foldersIn('/usr/lib')
    .filter((folder) => folder.endsWith('-linux-gnu'))
    .flatMap(foldersIn)
    .filter((folder) => folder.includes('/webkit2gtk-4.'))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find(existsSync)
}
