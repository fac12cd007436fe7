import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { QueryResult } from 'pg';
import { connectionSettings } from './connection.js';

// Node has it; its types come with the browser's only.
declare const WebAssembly: {
  instantiate(code: Uint8Array, imports: object): Promise<{ instance: { exports: object } }>;
};

export interface SchemaEngine {
  readonly engine: bindings.SchemaEngine;
  /** Frees the engine and ends its connections. */
  readonly close: () => Promise<void>;
}

let ready: Promise<void> | undefined;

/**
 * Prisma's own schema engine, the part of `prisma migrate` that applies and writes migrations, as WebAssembly, at work
 * on the database at `url`.
 */
export async function openSchemaEngine(url: string, datamodel?: string): Promise<SchemaEngine> {
  ready ??= instantiate();
  await ready;
  const connections: Adapter[] = [];
  const factory = bindMigrationAwareSqlAdapterFactory(adapter(url, connections));
  const datamodels: [string, string][] | undefined =
    datamodel === undefined ? undefined : [['schema.prisma', datamodel]];
  const engine = await bindings.SchemaEngine.new({ datamodels }, () => undefined, factory);
  const close = async () => {
    engine.free();
    await Promise.all(
      connections
        .map((connection) => connection.underlyingDriver())
        .filter((pool) => !pool.ended)
        .map((pool) => pool.end()),
    );
  };
  return { engine, close };
}

/** The package loads its .wasm file with an `import`, which Node 20 cannot do. */
async function instantiate(): Promise<void> {
  // Called when the engine panics, with its reason.
  const set_message = (message: string) => {
    throw new Error(message);
  };
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message } });
  const folder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
  const bytes = await readFile(join(folder, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': imports() });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports as { __wbindgen_start: () => void }).__wbindgen_start();
}

/** The engine forgets a timer of ten seconds, which must not keep the process alive. */
function imports(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(bindings as Record<string, unknown>).map(([name, value]) => {
      if (!name.startsWith('__wbg_setTimeout_')) return [name, value];
      const setTimer = value as (...args: unknown[]) => NodeJS.Timeout;
      return [name, (...args: unknown[]) => setTimer(...args).unref()];
    }),
  );
}

/** The adapter's connections are pools; each is also put into `opened`, since the engine does not end them all. */
function adapter(url: string, opened: Adapter[]): PrismaPg {
  const factory = new PrismaPg({});
  const connectTo = async (address: string) => {
    const connection = mended(await new PrismaPg({ ...connectionSettings(address), max: 4 }).connect());
    opened.push(connection);
    return connection;
  };
  factory.connect = () => connectTo(url);
  // The adapter's own would take a database named in an address for the shadow database, and fill that.
  factory.connectToShadowDb = async () => {
    const name = `salta_shadow_${randomUUID()}`;
    const address = new URL(url);
    address.pathname = `/${name}`;
    const main = await connectTo(url);
    await main.executeScript(`CREATE DATABASE "${name}"`);
    const shadow = await connectTo(address.href);
    shadow.dispose = async () => {
      await shadow.underlyingDriver().end();
      await main.executeScript(`DROP DATABASE "${name}"`);
    };
    return shadow;
  };
  return factory;
}

/** PostgreSQL's numbers of its types "char", in which its catalogues keep flags, and text. */
const [CHAR, TEXT] = [18, 25];

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

/**
 * The adapter cuts scripts at each semicolon, those in comments, texts and functions too, and runs the pieces one by
 * one. Sent whole, a migration means what it says, and is applied completely or not at all. And it does not know the
 * type "char", without which the engine cannot read PostgreSQL's catalogues.
 */
function mended(connection: Adapter): Adapter {
  connection.executeScript = async (sql) => {
    await connection.executeRaw({ sql, args: [], argTypes: [] });
  };
  const charColumns = new WeakMap<object, number[]>();
  const pool = connection.underlyingDriver();
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<QueryResult | QueryResult[]>;
  const keepChars = async (...args: unknown[]) => {
    const answer = await query(...args);
    // A script answers once a statement.
    for (const { fields, rows } of [answer].flat()) {
      const columns = fields.flatMap((field, index) => (field.dataTypeID === CHAR ? [index] : []));
      if (columns.length > 0) charColumns.set(rows, columns);
      for (const index of columns) Object.assign(fields[index] ?? {}, { dataTypeID: TEXT });
    }
    return answer;
  };
  Object.assign(pool, { query: keepChars });
  const queryRaw = connection.queryRaw.bind(connection);
  connection.queryRaw = async (statement) => {
    const result = await queryRaw(statement);
    for (const index of charColumns.get(result.rows) ?? []) result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
  return connection;
}
