/** Does tasks as they come, several of them at once. */
import { setImmediate as immediate } from 'node:timers/promises';

/**
 * What comes of each task, in order; `null` where all are done that the source has given, and it gives no more for now.
 * No more than `most` tasks are under way or wait to be taken. Errors are thrown when their turn comes.
 */
export async function* readAhead<Task, Done>(
  tasks: AsyncIterable<Task>,
  most: number,
  perform: (task: Task) => Promise<Done>,
): AsyncGenerator<Done | null> {
  const iterator = tasks[Symbol.asyncIterator]();
  const ahead: Promise<Done>[] = [];
  let next: Promise<IteratorResult<Task>> | null = quiet(iterator.next());
  try {
    while (next !== null || ahead.length > 0) {
      const [first] = ahead;
      const coming: Promise<IteratorResult<Task>> | null = ahead.length < most ? next : null;
      if (coming && !first && (await Promise.race([coming, immediate()])) === undefined) yield null;
      const given: IteratorResult<Task> | null = coming && (await givenBefore(coming, first));
      if (given?.done === true) {
        next = null;
      } else if (given) {
        ahead.push(quiet(perform(given.value)));
        next = quiet(iterator.next());
      } else if (first) {
        yield await first;
        void ahead.shift();
      }
    }
  } finally {
    // A source that gives nothing is not waited for.
    void iterator.return?.().catch(() => undefined);
  }
}

/** What is given, or null if what is under way is done before. */
const givenBefore = <Task>(
  coming: Promise<IteratorResult<Task>>,
  first: Promise<unknown> | undefined,
): Promise<IteratorResult<Task> | null> =>
  first
    ? Promise.race([
        coming,
        first.then(
          () => null,
          () => null,
        ),
      ])
    : coming;

/** A promise whose failure is seen when its turn comes. */
export function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
