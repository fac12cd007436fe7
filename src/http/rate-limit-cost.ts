import { applyDecorators } from '@nestjs/common';
import { AddToRouteConfig } from './route-config.js';
import { ApiExtension } from '@nestjs/swagger';

/** What a request takes of its caller's quota, where it is not 1. */
export interface Cost {
  /** Of a request whatever its body, or of one with the largest body. */
  readonly most: number;
  /** For each KiB of the body that was begun, beside 1 for the request; up to `most`. */
  readonly perKiB?: number;
}

/** The extension by which an operation carries its cost to `openapi-operations.ts`, which takes it off again. */
export const COST_EXTENSION = 'x-cost';

/** The member of a route's configuration that holds its {@link Cost}. */
const COST = 'rateLimitCost';

/** What one request for an operation takes of its caller's quota, instead of 1; said in its description too. */
export function Cost(most: number, options: Omit<Cost, 'most'> = {}): MethodDecorator {
  const cost: Cost = { most, ...options };
  return applyDecorators(AddToRouteConfig({ [COST]: cost }), ApiExtension(COST_EXTENSION, cost));
}

/** The {@link Cost} in the configuration of a route. */
export const costIn = (config: object | undefined): Cost =>
  (config as { readonly [COST]?: Cost } | undefined)?.[COST] ?? { most: 1 };

/** What a request with such a `Content-Length` costs; without one its body may be as large as any. */
export function costOf({ most, perKiB }: Cost, contentLength: string | undefined): number {
  const bytes = Number(contentLength);
  if (perKiB === undefined || Number.isNaN(bytes)) return most;
  return Math.min(1 + Math.ceil(bytes / 1024) * perKiB, most);
}

/** The sentence for the reference. */
export const describeCost = ({ most, perKiB }: Cost): string =>
  perKiB === undefined
    ? `Counts as ${most} requests.`
    : `Counts as 1 request and ${perKiB} more for each KiB of the body, at most ${most}.`;
