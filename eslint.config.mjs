import tseslint from 'typescript-eslint';

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Use a named export; default exports are for configuration files.',
};

export default tseslint.config(
  {
    ignores: ['node_modules/', 'dist/', 'coverage/', '.data/', '.cache/', 'src/database/generated/', '**/salta-api.ts'],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowStaticOnly: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      // Views and bodies are classes only so that decorators can describe them; plain objects fill them.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      // A field of a body with an initial value keeps its type: the decorators read it.
      '@typescript-eslint/no-inferrable-types': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', noDefaultExport],
    },
  },
  {
    // The rules of the game are pure: no clock, no chance, no process, no I/O.
    files: ['src/salta/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      // Indices of a board and its tables are in range by construction; the inner loops are counted ones.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/prefer-for-of': 'off',
      'no-restricted-globals': [
        'error',
        'Date',
        'performance',
        'process',
        'setTimeout',
        'setInterval',
        'fetch',
        'Buffer',
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'The rules are deterministic.' },
      ],
    },
  },
  {
    // The same tables and loops as in the rules.
    files: ['src/records/course.ts', 'src/records/signature.ts', 'src/records/search/course-filter.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    // Bodies of answers are what they are; a test says what it expects of them.
    files: ['test/**', 'bench/**', '**/*.spec.ts'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  {
    // Plays with the tables and loops of the rules.
    files: ['bench/records-data/walk.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    // Command-line programs talk to a person.
    files: ['scripts/**', 'bench/**', 'test/support/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // Their types are generated when they are run, so these are checked by the test that runs them.
    files: ['examples/**/*.ts'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { 'no-console': 'off' },
  },
  {
    // Prisma loads it by its default export.
    files: ['prisma.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.js', '**/*.cjs'],
    rules: { eqeqeq: 'error', 'prefer-const': 'error', 'no-var': 'error' },
  },
);
