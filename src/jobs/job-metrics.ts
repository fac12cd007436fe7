import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { Metrics } from '../http/metrics.js';

const SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60];

/** How the work behind the requests goes. */
@Injectable()
export class JobMetrics {
  private readonly duration: Histogram<'task' | 'outcome'>;
  private readonly lost: Counter;

  constructor({ registry }: Metrics) {
    this.duration = new Histogram({
      name: 'job_duration_seconds',
      help: 'Time that jobs took, by how they ended: done or failed.',
      labelNames: ['task', 'outcome'],
      buckets: SECONDS,
      registers: [registry],
    });
    this.lost = new Counter({
      name: 'job_workers_lost_total',
      help: 'Workers that went silent and whose jobs this process has given back.',
      registers: [registry],
    });
  }

  async measure(task: string, work: () => Promise<void>): Promise<void> {
    const end = this.duration.startTimer({ task });
    try {
      await work();
      end({ outcome: 'done' });
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    }
  }

  takenOver(workers: number): void {
    this.lost.inc(workers);
  }
}
