declare global {
  interface Window {
    /** What the resource case reported: component and error. */
    reports: [string, string][]
  }
}

export {}
