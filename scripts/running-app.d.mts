/** Returns the file that the app running on this data folder wrote about itself; undefined if none runs. */
export declare function runningApp(dataDir: string): { pid: number; url?: string } | undefined
export declare function isRunning(pid: number): boolean
