import { describe, expect, it } from '@jest/globals';
import { welcome } from './welcome.js';

const config = { publicUrl: null, registration: 'open' } as const;

describe('welcome', () => {
  it('names an address that a client can use', () => {
    expect(welcome(config, 'http://127.0.0.1:3000')).toMatch(/^listening on http:\/\/127\.0\.0\.1:3000\n/);
    expect(welcome(config, 'http://[::]:3000')).toMatch(/^listening on http:\/\/127\.0\.0\.1:3000\n/);
    expect(welcome(config, 'http://0.0.0.0:80')).toContain('curl http://127.0.0.1:80/v1/rules/standard\n');
  });

  it('tells others to come by the public address', () => {
    const text = welcome({ ...config, publicUrl: 'https://salta.test' }, 'http://127.0.0.1:3000');
    expect(text.match(/curl https:\/\/salta\.test\/v1\//g)).toHaveLength(2);
  });

  it('does not suggest to register where nobody can', () => {
    expect(welcome({ ...config, registration: 'closed' }, 'http://127.0.0.1:3000')).not.toContain('/v1/players');
  });
});
