import { describe, expect, it } from '@jest/globals';
import { isAbsolute } from 'node:path';
import { ConfigError, readConfig } from './config.js';

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('needs no setting at all', () => {
    const { dataDir, ...rest } = readConfig({});
    expect(rest).toEqual({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      databasePoolSize: 10,
      adminToken: null,
      registration: 'open',
      logLevel: 'info',
      scoringThreads: null,
      scoringQueue: 100,
      publicUrl: null,
      rateLimit: 600,
      rateLimitRegistration: 30,
      rateLimitApp: 6000,
      eventStreams: 10,
      trustProxy: 0,
      vacationDays: 30,
      clockGraceMs: 0,
      webhookAllowHttp: false,
      webhookAllowedAddresses: [],
    });
    expect(isAbsolute(dataDir)).toBe(true);
    expect(dataDir.endsWith('.data')).toBe(true);
  });

  it('takes every setting', () => {
    const env = {
      PORT: '0',
      HOST: '::1',
      DATABASE_URL: 'postgresql://salta:secret@db.example:5433/salta?sslmode=require',
      DATABASE_POOL_SIZE: '25',
      ADMIN_TOKEN: 'd3vN0tARealOne-d3vN0tARealOne-7!',
      REGISTRATION: 'closed',
      LOG_LEVEL: 'silent',
      SCORING_THREADS: '3',
      SCORING_QUEUE: '7',
      DATA_DIR: '/srv/salta',
      PUBLIC_URL: 'https://Salta.example:8443/',
      RATE_LIMIT: '60',
      RATE_LIMIT_REGISTRATION: '0',
      RATE_LIMIT_APP: '1000000',
      EVENT_STREAMS: '25',
      TRUST_PROXY: '10.0.0.7, fd00::/8,loopback',
      VACATION_DAYS: '21',
      CLOCK_GRACE: 'PT2H',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_ADDRESSES: '10.1.2.3',
    };
    expect(readConfig(env)).toEqual({
      port: 0,
      host: '::1',
      databaseUrl: env.DATABASE_URL,
      databasePoolSize: 25,
      adminToken: env.ADMIN_TOKEN,
      registration: 'closed',
      logLevel: 'silent',
      scoringThreads: 3,
      scoringQueue: 7,
      dataDir: '/srv/salta',
      publicUrl: 'https://salta.example:8443',
      rateLimit: 60,
      rateLimitRegistration: 0,
      rateLimitApp: 1_000_000,
      eventStreams: 25,
      trustProxy: ['10.0.0.7', 'fd00::/8', 'loopback'],
      vacationDays: 21,
      clockGraceMs: 7_200_000,
      webhookAllowHttp: true,
      webhookAllowedAddresses: ['10.1.2.3'],
    });
  });

  it('counts empty and blank settings as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', REGISTRATION: '' })).toEqual(readConfig({}));
  });

  it('reports every wrong setting at once', () => {
    const env = {
      PORT: '65536',
      HOST: 'a b',
      DATABASE_URL: 'mysql://localhost/salta',
      DATABASE_POOL_SIZE: '0',
      REGISTRATION: 'OPEN',
      LOG_LEVEL: 'loud',
      SCORING_THREADS: '0',
      SCORING_QUEUE: 'long',
      PUBLIC_URL: 'salta.example',
      RATE_LIMIT: '-1',
      RATE_LIMIT_REGISTRATION: '1000001',
      RATE_LIMIT_APP: 'many',
      TRUST_PROXY: 'true',
    };
    const problems = problemsOf(env);
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(Object.keys(env));
    expect(() => readConfig(env)).toThrow(/PORT must be a whole number from 0 to 65535, not "65536"/);
  });

  it.each(['3e3', '-1', '0x10', '3000.5', ' 30 00'])('refuses %j as a port', (port) => {
    expect(problemsOf({ PORT: port })).toHaveLength(1);
  });

  it.each(['nonsense', 'postgresql://host', 'postgresql://host/', 'postgresql://host/db?schema=other'])(
    'refuses %j as a database',
    (url) => {
      expect(problemsOf({ DATABASE_URL: url })).toHaveLength(1);
    },
  );

  it.each(['salta.example', 'ftp://salta.example', 'https://a:b@salta.example', 'https://salta.example/play'])(
    'refuses %j as a public address',
    (url) => {
      expect(problemsOf({ PUBLIC_URL: url })).toHaveLength(1);
    },
  );

  it.each([
    'true',
    '33',
    '1,2',
    '10.0.0',
    '10.0.0.0/0',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/8/8',
    'fe80::1%eth0',
    ',',
  ])('refuses %j as the proxies to trust', (text) => {
    expect(problemsOf({ TRUST_PROXY: text })).toHaveLength(1);
  });

  it.each(['localhost', '10.0.0', '10.0.0.0/33', '0x7f000001', '10.0.0.1;10.0.0.2', ','])(
    'refuses %j as addresses that webhooks may go to',
    (text) => {
      expect(problemsOf({ WEBHOOK_ALLOWED_ADDRESSES: text })).toEqual([
        expect.stringContaining('WEBHOOK_ALLOWED_ADDRESSES must be addresses and networks'),
      ]);
    },
  );

  it('takes addresses that webhooks may go to', () => {
    const { webhookAllowedAddresses } = readConfig({ WEBHOOK_ALLOWED_ADDRESSES: '10.1.2.3, fd00::/8' });
    expect(webhookAllowedAddresses).toEqual(['10.1.2.3', 'fd00::/8']);
  });

  it.each(['yes', '1', 'TRUE'])('refuses %j as whether webhooks may go to http addresses', (text) => {
    expect(problemsOf({ WEBHOOK_ALLOW_HTTP: text })).toEqual([
      `WEBHOOK_ALLOW_HTTP must be one of true, false, not ${JSON.stringify(text)}`,
    ]);
  });

  it('takes a number of proxies', () => {
    expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
  });

  it('accepts the schema that it uses anyway', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://host/db?schema=public' })).toEqual([]);
  });

  it('does not repeat a database address, which may hold a password', () => {
    expect(problemsOf({ DATABASE_URL: 'http://user:hunter2@host/db' }).join()).not.toContain('hunter2');
  });

  it.each(['x'.repeat(31), 'x'.repeat(501), `${'x'.repeat(20)} ${'x'.repeat(20)}`, 'ü'.repeat(40)])(
    'refuses the ADMIN_TOKEN %s without repeating it',
    (token) => {
      const problems = problemsOf({ ADMIN_TOKEN: token });
      expect(problems).toEqual([expect.stringMatching(/^ADMIN_TOKEN must be 32 to 500 /)]);
      expect(problems.join()).not.toContain(token);
    },
  );
});
