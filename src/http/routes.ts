import type { FastifyInstance } from 'fastify';

interface Route {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** A route template such as `/v1/games/:id/board.svg` as a pattern for whole paths. */
const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:[^/]+/g, '[^/]+')
      .replaceAll('*', '.*')}$`,
  );

/** Which methods each path has, which Fastify's router does not tell: what `Allow` of a 405 needs. */
export class Routes {
  private readonly routes = new Map<string, Route>();

  /** Notes every route that is added to `instance` from now on. */
  constructor(instance: FastifyInstance) {
    instance.addHook('onRoute', ({ url, method }) => {
      const route = this.routes.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
      for (const name of [method].flat()) route.methods.add(name);
      this.routes.set(url, route);
    });
  }

  /** The methods that a path has, `OPTIONS` among them; none where there is nothing. */
  methodsOf(path: string): string[] {
    const methods = new Set<string>();
    for (const route of this.routes.values())
      if (route.pattern.test(path)) for (const method of route.methods) methods.add(method);
    return methods.size > 0 ? [...methods, 'OPTIONS'].sort() : [];
  }
}
