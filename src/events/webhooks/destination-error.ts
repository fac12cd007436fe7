import { DomainError } from '../../domain-error.js';
import { MAX_DESTINATION_LENGTH, type DestinationRefusal } from './destination.js';

const DETAILS: Readonly<Record<DestinationRefusal, string>> = {
  malformed: 'must be an absolute URL such as https://example.org/webhooks',
  'too-long': `must have at most ${String(MAX_DESTINATION_LENGTH)} characters`,
  scheme: 'must begin with https://',
  credentials: 'must not have a user name or a password',
  fragment: 'must not have a fragment (#)',
  host: 'must name its host by a name of the DNS or an address',
  port: 'must have the port 443, 80 or one from 1024 up that browsers do not block either',
  'forbidden-address': 'must lead to a public address',
};

/** What the owner of a webhook is told about an address that is no destination. */
export const invalidUrl = (refusal: DestinationRefusal): DomainError =>
  new DomainError('invalid-webhook-url', `Webhooks cannot go to this address: it ${DETAILS[refusal]}.`, {
    errors: [{ pointer: '/url', detail: DETAILS[refusal] }],
  });
