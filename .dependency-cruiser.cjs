/** The arrows between the folders of src/. Each rule forbids one; `npm run arrows` (part of `npm run check`) follows them all. */
const spec = '\\.spec\\.ts$';
const feature = '^src/(?!salta/|database/|http/)([^/]+)/';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files that import each other cannot be understood one at a time. Types alone may.',
      severity: 'error',
      from: { pathNot: 'src/database/generated/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'core-is-pure',
      comment: 'The rules of Salta import nothing outside their folder, not even Node.',
      severity: 'error',
      from: { path: '^src/salta/', pathNot: spec },
      to: { pathNot: '^src/salta/' },
    },
    {
      name: 'core-specs',
      comment: 'Specs of the core may also use the test tools and read files.',
      severity: 'error',
      from: { path: `^src/salta/.*${spec}` },
      to: {
        pathNot: [
          '^src/salta/',
          '^test/support/',
          '^(node:)?fs(/promises)?$',
          '^(node:)?(path|url)$',
          'node_modules/(@jest/globals|fast-check)/',
        ],
      },
    },
    {
      name: 'core-through-its-barrel',
      comment: 'Everybody else takes the core from its index: what that does not export is its own business.',
      severity: 'error',
      from: { path: '^src/(?!salta/)', pathNot: spec },
      to: { path: '^src/salta/', pathNot: '^src/salta/(index|moves-needed/[^/]*worker)\\.ts$' },
    },
    {
      name: 'repositories-are-private',
      comment: "A feature's tables are reached through its service, never through its repository.",
      severity: 'error',
      from: { path: feature },
      to: { path: '^src/[^/]+/[^/]+\\.repository\\.ts$', pathNot: '^src/$1/' },
    },
    {
      name: 'only-repositories-touch-the-database',
      comment: 'SQL, Prisma and its generated types stay in *.repository.ts and src/database.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/database/', '(\\.repository|-row)(\\.spec)?\\.ts$'] },
      to: {
        path: [
          '^src/database/generated/',
          '^src/database/prisma\\.service\\.ts$',
          'node_modules/(@prisma|\\.prisma|pg)/',
        ],
      },
    },
    {
      name: 'controllers-call-services',
      comment: 'A controller never reaches past the service.',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: { path: '\\.repository\\.ts$' },
    },
    {
      name: 'database-knows-no-feature',
      severity: 'error',
      from: { path: '^src/database/' },
      to: { path: '^src/', pathNot: ['^src/database/', '^src/(config|start-error)\\.ts$'] },
    },
    {
      name: 'no-dev-dependencies',
      comment: 'The service runs without what is only there to build and test it.',
      severity: 'error',
      from: { path: '^src/', pathNot: [spec, '^src/database/generated/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', 'src/database/generated'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.mjs'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
