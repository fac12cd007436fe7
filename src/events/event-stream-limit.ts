import { RequestError } from '../http/request-error.js';

const RETRY_AFTER_SECONDS = '10';

/** How many streams each caller has open in this process. */
export class EventStreamLimit {
  private readonly open = new Map<string, number>();

  /** @param most streams for one caller at once; 0: as many as it likes */
  constructor(private readonly most: number) {}

  /** Counts one more stream of a caller until the function that it returns is called. Throws `too-many-streams`. */
  take(caller: string): () => void {
    const count = this.open.get(caller) ?? 0;
    if (this.most > 0 && count >= this.most)
      throw new RequestError(
        'too-many-streams',
        `One caller can have ${String(this.most)} streams open at once.`,
        {},
        { 'retry-after': RETRY_AFTER_SECONDS },
      );
    this.open.set(caller, count + 1);
    let taken = true;
    return () => {
      if (taken) this.giveBack(caller);
      taken = false;
    };
  }

  private giveBack(caller: string): void {
    const count = (this.open.get(caller) ?? 0) - 1;
    if (count > 0) this.open.set(caller, count);
    else this.open.delete(caller);
  }
}
