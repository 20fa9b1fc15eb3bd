// Loaded into a server before it starts, so that the texts it sends are in the pseudo-locale, too.
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.replace(/^#messages(?=\/)/, process.env.PSEUDO_MESSAGES ?? '#messages'), context),
})
