import { defineConfig } from 'prisma/config';

/** Read by the Prisma command line only; the service itself takes its settings from src/config.ts. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
