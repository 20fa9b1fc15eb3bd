/** Styles of the demo provider's pages: unlike the app's, so that nobody takes one for the other. */
export const demoStyles = `
:root {
  color-scheme: light dark;
  --canvas: light-dark(#f3f3f6, #14141c);
  --surface: light-dark(#ffffff, #20202c);
  --ink: light-dark(#22223b, #f4f4f8);
  --ink-quiet: light-dark(#565676, #bdbdd2);
  --line: light-dark(#8a8aa3, #7a7a98);
  --main: light-dark(#3d348b, #bdb5ff);
  --main-ink: light-dark(#ffffff, #1c1942);
  --notice: light-dark(#fff1d9, #41331c);
  --notice-ink: light-dark(#553a00, #ffc875);
}
* {
  box-sizing: border-box;
}
body {
  margin: 0;
  min-height: 100vh;
  background: var(--canvas);
  color: var(--ink);
  font:
    17px / 1.5 system-ui,
    -apple-system,
    "Segoe UI",
    Roboto,
    sans-serif;
}
header {
  padding: 0.9rem 1.25rem;
  background: repeating-linear-gradient(-45deg, var(--notice) 0 1.5rem, transparent 1.5rem 1.6rem)
    var(--notice);
  color: var(--notice-ink);
  text-align: center;
}
main {
  max-width: 27rem;
  margin: clamp(1rem, 8vh, 5rem) auto;
  padding: 1.5rem;
  background: var(--surface);
  border-radius: 12px;
}
h1 {
  margin: 0 0 1rem;
  font-size: 1.5rem;
  line-height: 1.2;
}
p {
  margin: 1rem 0;
}
main > p:last-child {
  margin-bottom: 0;
}
dl {
  display: grid;
  grid-template-columns: max-content 1fr;
  gap: 0.35rem 1.25rem;
  margin: 0 0 1.25rem;
}
dt {
  color: var(--ink-quiet);
}
dd {
  margin: 0;
  font-weight: 600;
  overflow-wrap: anywhere;
}
form {
  display: grid;
  gap: 0.75rem;
}
.button {
  display: block;
  width: 100%;
  min-height: 2.75rem;
  padding: 0.6rem 1rem;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: none;
  color: inherit;
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
.button--main {
  border-color: var(--main);
  background: var(--main);
  color: var(--main-ink);
}
.button:focus-visible {
  outline: 3px solid var(--main);
  outline-offset: 2px;
}
`
