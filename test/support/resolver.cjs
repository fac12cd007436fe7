/**
 * Jest's resolver for our ESM sources: an import of `./name.js` from outside node_modules means `./name.ts`
 * when no such JavaScript file exists, as TypeScript's own "nodenext" resolution has it.
 */
module.exports = (request, options) => {
  const relativeScript = /^\.{1,2}\/.*\.js$/.test(request) && !options.basedir.includes('/node_modules/');
  if (!relativeScript) return options.defaultResolver(request, options);
  try {
    return options.defaultResolver(request.replace(/\.js$/, '.ts'), options);
  } catch {
    return options.defaultResolver(request, options);
  }
};
