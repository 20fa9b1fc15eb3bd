/** The unsubscribe page looks like the mails. */
export const unsubscribeStyles = `
:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#fff9f2, #17162e); color: light-dark(#22223b, #fbf4ea);
  font: 17px / 1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 30rem; margin: 0 auto; padding: 2rem 1rem; }
p { margin: 0 0.5rem 1.25rem; }
.brand { color: light-dark(#3d348b, #bdb5ff); font-size: 1.5rem; font-weight: 700; }
.card { padding: 1.5rem 1.25rem; border-radius: 20px; background: light-dark(#ffffff, #232144); }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.2; }
button { width: 100%; min-height: 3rem; margin-top: 1.25rem; padding: 0.75rem 1.25rem; border: 0; border-radius: 999px;
  background: light-dark(#c8372d, #ff8c7a); color: light-dark(#ffffff, #2b0c07); font: inherit; font-weight: 600;
  cursor: pointer; }
button.quiet { background: light-dark(#eceafb, #37326f); color: light-dark(#3d348b, #dcd7ff); }
a { display: inline-block; padding: 0.75rem 0; color: light-dark(#3d348b, #bdb5ff); font-weight: 600; }
:focus-visible { outline: 3px solid light-dark(#3d348b, #ffc145); outline-offset: 2px; }
`
