import type { FactoryProvider } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { createAddressPolicy } from './addresses.js';
import type { DestinationPolicy } from './destination.js';

/** Injection token for where this service's webhooks may go. */
export const WEBHOOK_POLICY = Symbol('WEBHOOK_POLICY');

/** The {@link DestinationPolicy} of the settings. */
export function policyOf({
  webhookAllowHttp,
  webhookAllowedAddresses,
}: Pick<Config, 'webhookAllowHttp' | 'webhookAllowedAddresses'>): DestinationPolicy {
  const permits = createAddressPolicy(webhookAllowedAddresses);
  if (!permits.ok) throw new Error(`${permits.error.invalid} is neither an address nor a network`);
  return { allowHttp: webhookAllowHttp, permits: permits.value };
}

export const webhookPolicy: FactoryProvider<DestinationPolicy> = {
  provide: WEBHOOK_POLICY,
  inject: [CONFIG],
  useFactory: policyOf,
};
