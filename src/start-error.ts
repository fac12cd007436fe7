/** Why the service cannot start, in words for whoever starts it: what is wrong, and which setting helps. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
