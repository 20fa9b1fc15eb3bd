/** What the app that runs on that data folder says of itself; undefined where none does. */
export declare function runningApp(dataDir: string): { pid: number; url?: string } | undefined
/** Whether there is such a process. */
export declare function isRunning(pid: number): boolean
