/** A program that acts for players of its own. */
export interface App {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** In characters of any script. */
export const MAX_APP_NAME = 60;
