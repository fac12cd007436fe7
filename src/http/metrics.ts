import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The template of the route that answered, such as `/v1/games/:id`: few values, however many games there are. */
export const routeOf = (request: FastifyRequest): string =>
  request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');

/** What Prometheus reads of this process. */
export class Metrics {
  readonly registry = new Registry();

  private readonly duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Measures every request from now on. */
  observe(instance: FastifyInstance): void {
    const series = new Map<string, ReturnType<typeof this.duration.labels>>();
    instance.addHook('onResponse', (request, reply, done) => {
      const labels = [request.method, routeOf(request), String(reply.statusCode)] as const;
      const key = labels.join(' ');
      // There are few of them, and prom-client takes long to find one by its labels.
      let observed = series.get(key);
      if (!observed) series.set(key, (observed = this.duration.labels(...labels)));
      observed.observe(reply.elapsedTime / 1000);
      done();
    });
  }
}
